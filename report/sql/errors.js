/** DuckDB's errors, where its own words would mislead a reader of this page. */

/**
 * @param {string} message of DuckDB
 * @returns {string} in plain words where it advises what this page can't do, else as it is
 */
export function plainError(message) {
  const missing = /"?([\w>-]+)"? is not in the catalog, but it exists in the (\w+) extension/.exec(message);
  if (missing?.[2] === "json") {
    return `${missing[1]}: this page's DuckDB has no JSON. Objects of one level are read by ` +
      "json_extract_string(text, '$.key'), text ->> 'key' and json_keys(text).";
  }
  if (missing) {
    return `${missing[1]}: this needs DuckDB's extension ${missing[2]}, and this page loads nothing ` +
      "from elsewhere.";
  }
  // What the operator -> comes to without JSON: it is taken for a function's arrow.
  if (/Cannot copy or serialize bound expression/.test(message)) {
    return "The operator -> isn't known to this page's DuckDB; text ->> 'key' gives the text of a key.";
  }
  if (/home directory|NetworkError/.test(message)) {
    return "This page loads nothing from elsewhere, neither extensions nor files.";
  }
  // DuckDB suggests tables of its own, which have no rows of ours.
  return message.replace(/\s*(?:Did you mean|Candidate tables:?) "(?:temp|system|information_schema|pg_catalog)\.[^\n]*/,
    " The list on this page has all tables and views.");
}
