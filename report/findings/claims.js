/** A sentence about the verdicts on what the literature claims. */
import {verdicts} from "../charts/claims.js";
import {list, number, plural} from "../charts/format.js";

/** Verdicts that do not follow "is" and "are". */
const PREDICATES = new Map([["depends on settings", ["depends on settings", "depend on settings"]],
  ["another figure", ["has another figure", "have another figure"]]]);

/** @param {object[]} claims rows of claims.json @returns {string[]} how many came out how, of either kind of document */
export function claimSentences(claims) {
  if (!claims.length) return ["This database holds no claims."];
  const kinds = [[true, "of the documents that the study was begun with"], [false, "of further literature"]];
  return kinds.flatMap(([kind, words]) => {
    const own = claims.filter((claim) => claim.begun_with === kind);
    const counts = verdicts.flatMap((verdict) => {
      const count = own.filter((claim) => claim.verdict === verdict).length;
      return count ? [`${number(count)} ${PREDICATES.get(verdict)?.[count === 1 ? 0 : 1] ??
        `${count === 1 ? "is" : "are"} ${verdict}`}`] : [];
    });
    return counts.length ? [`Of ${plural(own.length, "claim")} ${words}, ${list(counts)}.`] : [];
  });
}
