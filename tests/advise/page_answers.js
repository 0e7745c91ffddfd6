// What the page's scripts answer to each case on the standard input: an answer, or an error's message.
import {readFileSync} from "node:fs";
import {advise} from "../../report/advise/answer.js";
import {decoded} from "../../report/advise/readings.js";
import {AdviseError} from "../../report/advise/rules.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../../report/${name}.json`, import.meta.url), "utf8"));
const [rules, devices, error] = ["advise", "devices", "advise_error"].map(read);
const bytes = (base64) => Uint8Array.from(Buffer.from(base64, "base64")).buffer;

const answers = JSON.parse(readFileSync(0, "utf8")).map(({readings, options}) => {
  try {
    const texts = readings.map(({content, file}) => ({text: decoded(bytes(content)), file}));
    return {answer: advise(rules, devices, texts, options, error)};
  } catch (error) {
    if (!(error instanceof AdviseError)) throw error;
    return {error: error.message};
  }
});
process.stdout.write(JSON.stringify(answers));
