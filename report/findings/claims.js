/** A sentence about the verdicts on what the literature claims. */
import {verdicts} from "../charts/claims.js";
import {list, number, plural} from "../charts/format.js";

/** Verdicts that do not follow "is" and "are". */
const PREDICATES = new Map([["depends on settings", ["depends on settings", "depend on settings"]],
  ["another figure", ["has another figure", "have another figure"]]]);

/** @param {object[]} claims rows of claims.json @returns {string[]} how many came out how */
export function claimSentences(claims) {
  if (!claims.length) return ["This database holds no claims."];
  const counts = verdicts.flatMap((verdict) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return count ? [`${number(count)} ${PREDICATES.get(verdict)?.[count === 1 ? 0 : 1] ??
      `${count === 1 ? "is" : "are"} ${verdict}`}`] : [];
  });
  return [`Of ${plural(claims.length, "published claim")}, ${list(counts)}.`];
}
