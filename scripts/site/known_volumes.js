/**
 * The volumes of report/devices.json that axes name, the best known first. For the site, bundle.js writes them into the
 * bundle.
 */
import {readFileSync} from "node:fs";

const devices = JSON.parse(readFileSync(new URL("../../report/devices.json", import.meta.url), "utf8"));

/** @type {{name: string, mib_s: number, cores: number[]}[]} a short name, and the machines on which an axis shows it */
export const knownVolumes = devices.filter(({axis}) => axis).map(({mib_s, axis}) => ({...axis, mib_s}));
