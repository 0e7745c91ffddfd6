/** Bundles one ES module and all that it imports: `node bundle.js <entry> <target>`. */
import {build} from "esbuild";

const [entry, target] = process.argv.slice(2);
try {
  await build({
    entryPoints: [entry], outfile: target, bundle: true, format: "esm", minify: true,
    target: "es2022", legalComments: "none", logLevel: "silent",
  });
} catch (error) {
  const [first] = error.errors ?? [];
  const place = first?.location ? `${first.location.file}:${first.location.line}: ` : "";
  process.stderr.write(`${place}${first?.text ?? error.message}\n`);
  process.exit(1);
}
