/**
 * Bundles ES modules with all that they import: `node bundle.js <format> <folder> <entry>...` writes <name>.js for
 * each <name>.js, as a module (`esm`) or as a script that makes no names known (`iife`). What several of them import
 * is in one further file, so that a reader loads it once.
 */
import {build} from "esbuild";
import {families} from "../engines/families.js";
import {knownVolumes} from "./known_volumes.js";

const [given, folder, ...entries] = process.argv.slice(2);
const format = /** @type {import("esbuild").Format} */ (given);
/** A browser has no files, so what Node reads of them is written out for it. */
const filesWrittenOut = {
  name: "files",
  setup: (bundle) => {
    const write = (filter, name, value) => bundle.onLoad({filter}, () => ({
      contents: `export const ${name} = ${JSON.stringify(value)};`,
    }));
    write(/\/engines\/families\.js$/, "families", families);
    write(/\/site\/known_volumes\.js$/, "knownVolumes", knownVolumes);
  },
};
/** d3-transition changes selections when it is loaded. No chart is animated, so it may go unless it is named. */
const withoutTransitions = {
  name: "transitions",
  setup: (bundle) => bundle.onResolve({filter: /^d3-(transition|zoom|brush)$/}, async ({path, pluginData, ...from}) =>
    (pluginData?.isKnown ? undefined : {
      ...await bundle.resolve(path, {importer: from.importer, resolveDir: from.resolveDir, kind: from.kind,
        pluginData: {isKnown: true}}),
      sideEffects: false,
    })),
};
try {
  await build({
    entryPoints: entries, outdir: folder, bundle: true, format, minify: true, splitting: entries.length > 1,
    chunkNames: "shared-[hash]", target: "es2022", legalComments: "none", logLevel: "silent",
    plugins: [filesWrittenOut, withoutTransitions],
  });
} catch (error) {
  const [first] = error.errors ?? [];
  const place = first?.location ? `${first.location.file}:${first.location.line}: ` : "";
  process.stderr.write(`${place}${first?.text ?? error.message}\n`);
  process.exit(1);
}
