/** Commands of a cell: those that ran in it, and the one that repeats it. */

/**
 * Only another study than the default needs --configfile; last, as it takes all that follows.
 * @param {{cell_id: string, deterministic: boolean, config_file: string | null,
 *   results_dir: string | null}} cell
 * @returns {string | null} null where no study measures the cell
 */
export function repeatCommand({cell_id: id, deterministic, config_file: config, results_dir: folder}) {
  if (config === null) return null;
  const study = config === "config/config.yaml" ? "" : ` --configfile ${config}`;
  const again = deterministic ? `snakemake --cores 1 ${folder}/verify/${id}.json`
    : `sudo .venv/bin/snakemake --cores all --force ${folder}/cells/${id}/outcome.json`;
  return again + study;
}

/**
 * @param {string} command as recorded: a list of words in JSON, or a line already
 * @returns {string} a line that a shell would take
 */
export function commandWords(command) {
  let words;
  try {
    words = JSON.parse(command);
  } catch {
    return command;
  }
  return Array.isArray(words) ? words.map((word) => quoted(String(word))).join(" ") : command;
}

/** Of an assignment only the value is quoted: else a shell would take it for a command. */
function quoted(word) {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const [, name, value] = /^([A-Z_]+=)?(.*)$/s.exec(word);
  return `${name ?? ""}'${value.replaceAll("'", "'\\''")}'`;
}
