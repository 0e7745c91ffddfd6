/** A sentence about the verdicts on what the literature claims. */
import {verdicts} from "../charts/claims.js";
import {list, number, plural} from "../charts/format.js";

/** @param {object[]} claims rows of claims.json @returns {string[]} how many came out how */
export function claimSentences(claims) {
  if (!claims.length) return ["This database holds no claims."];
  const counts = verdicts.map((verdict) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return `${number(count)} ${count === 1 ? "is" : "are"} ${verdict}`;
  });
  return [`Of ${plural(claims.length, "published claim")}, ${list(counts)}.`];
}
