/** Bundles one ES module and all that it imports: `node bundle.js <entry> <target>`. */
import {build} from "esbuild";
import {families} from "../engines/families.js";

const [entry, target] = process.argv.slice(2);
/** A browser has no files, so what Node reads of the families is written out for it. */
const familiesWrittenOut = {
  name: "families",
  setup: (bundle) => bundle.onLoad({filter: /\/engines\/families\.js$/}, () => ({
    contents: `export const families = ${JSON.stringify(families)};`,
  })),
};
try {
  await build({
    entryPoints: [entry], outfile: target, bundle: true, format: "esm", minify: true,
    target: "es2022", legalComments: "none", logLevel: "silent", plugins: [familiesWrittenOut],
  });
} catch (error) {
  const [first] = error.errors ?? [];
  const place = first?.location ? `${first.location.file}:${first.location.line}: ` : "";
  process.stderr.write(`${place}${first?.text ?? error.message}\n`);
  process.exit(1);
}
