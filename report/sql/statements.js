/** Several statements in one text. */

// What a semicolon may stand in without ending a statement: texts, names, comments.
const PIECE = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\$\$[\s\S]*?(?:\$\$|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[^'"$/;-]+|[\s\S]/g;

/** @param {string} text @returns {string[]} its statements, without those that are comments alone */
export function splitStatements(text) {
  const statements = [];
  let [current, empty] = ["", true];
  const end = () => {
    if (!empty) statements.push(current.trim());
    [current, empty] = ["", true];
  };
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ";") {
      end();
      continue;
    }
    current += piece;
    if (piece.trim() && !piece.startsWith("--") && !piece.startsWith("/*")) empty = false;
  }
  end();
  return statements;
}
