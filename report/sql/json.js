/**
 * JSON for a DuckDB that was built without it: what settings are kept in is flat, so that a pattern
 * finds the text of a key. Of other JSON the answer says so, as an error would be lost in a constant.
 */

const NOT_FLAT = "not read here: JSON of several levels";

const key = String.raw`regexp_replace(path, '^\$\.|"', '', 'g')`;
const value = String.raw`regexp_extract(text, '"' || ${key} || '": *("(\\.|[^"\\])*"|[^,}]*)', 1)`;

/** Statements that define the functions, and the operators that stand for them. */
export const jsonMacros = [
  String.raw`CREATE MACRO json_extract(text, path) AS CASE
    WHEN regexp_matches(substr(text, 2), '[{\[]') OR NOT regexp_matches(path, '^(\$\.)?("[^"]*"|[^.\["]+)$')
    THEN '${NOT_FLAT}' ELSE nullif(${value}, '') END`,
  String.raw`CREATE MACRO json_extract_string(text, path) AS
    nullif(regexp_replace(json_extract(text, path), '^"(.*)"$', '\1'), 'null')`,
  `CREATE MACRO "->>"(text, path) AS json_extract_string(text, path)`,
  String.raw`CREATE MACRO json_keys(text) AS regexp_extract_all(text, '"((\\.|[^"\\])*)": *', 1)`,
];
