/** Compresses files: reads their paths on standard input, one a line, and writes <name>.gz and <name>.br beside each. */
import {readFileSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {extname} from "node:path";
import {promisify} from "node:util";
import {brotliCompress, constants, gzip} from "node:zlib";

/** Smaller files come in one packet as they are. */
const LEAST_BYTES = 1024;
/** What every reader loads is worth the seconds that the smallest copy takes; of the rest there is much more. */
const SMALLEST = new Set([".css", ".html", ".js"]);
const AT_A_TIME = 16;

const paths = readFileSync(0, "utf8").split("\n");
const quality = (path) => ({[constants.BROTLI_PARAM_QUALITY]: SMALLEST.has(extname(path)) ? 11 : 5});

async function compress(path) {
  const body = await readFile(path);
  if (body.length < LEAST_BYTES) return;
  const copies = {
    ".gz": await promisify(gzip)(body, {level: 9}),
    ".br": await promisify(brotliCompress)(body, {params: quality(path)}),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < body.length) await writeFile(path + ending, copy);
  }
}

for (let at = 0; at < paths.length; at += AT_A_TIME) await Promise.all(paths.slice(at, at + AT_A_TIME).map(compress));
