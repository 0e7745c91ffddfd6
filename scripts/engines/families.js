/**
 * What each family's family.json says, by family, in the order of their ranks. For the site, bundle.js
 * writes it into the bundle.
 */
import {existsSync, readdirSync, readFileSync} from "node:fs";

const folder = new URL("./", import.meta.url);
const description = (name) => new URL(`${name}/family.json`, folder);

/** @typedef {{colour: string, symbol: string}} Mark of a version in charts */
/**
 * @typedef {{name: string, rank: number, colour_of_others: string, versions: Record<string, Mark>,
 *   old_versions_are: string}} Family
 */
/** @type {Record<string, Family>} */
export const families = Object.fromEntries(readdirSync(folder, {withFileTypes: true})
  .filter((entry) => entry.isDirectory() && existsSync(description(entry.name)))
  .map(({name}) => [name, JSON.parse(readFileSync(description(name), "utf8"))])
  .sort(([, one], [, other]) => one.rank - other.rank));
