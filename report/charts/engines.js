/**
 * One colour and one shape an engine, everywhere. The three colours stay apart for the common
 * kinds of colour blindness, and the shape carries the same information without colour.
 */

const families = {
  postgresql: {name: "PostgreSQL", colour: "#1060a8", symbol: "circle"},
  mariadb: {name: "MariaDB", colour: "#c2500c", symbol: "diamond2"},
  mysql: {name: "MySQL", colour: "#3f7f3a", symbol: "triangle2"},
  fio: {name: "fio", colour: "#55534e", symbol: "square"},
};
const unknown = {name: null, colour: "#7a3e8e", symbol: "star"};

/** @typedef {{name: string, family: string, version: string, colour: string, symbol: string}} Style */

/** @param {string | null} engine such as "postgresql-17" @returns {Style} */
export function engineStyle(engine) {
  const [, family, version] = /^(.*?)(?:-([\d.]+))?$/.exec(engine ?? "fio");
  const style = families[family] ?? unknown;
  return {...style, name: style.name ?? family, family, version: version ?? ""};
}

/** @param {string | null} engine @returns {string} "PostgreSQL 17" */
export function engineName(engine) {
  const {name, version} = engineStyle(engine);
  return version ? `${name} ${version}` : name;
}

/** @param {string | null} engine @returns {string} "PostgreSQL" */
export function engineShortName(engine) {
  return engineStyle(engine).name;
}

/**
 * Scales for Plot, so that colour and symbol mean the same in every chart.
 * @param {string[]} engines
 */
export function engineScales(engines) {
  const styles = engines.map(engineStyle);
  return {
    color: {domain: engines, range: styles.map((style) => style.colour)},
    symbol: {domain: engines, range: styles.map((style) => style.symbol)},
  };
}

/** Engines in a fixed order (families as listed above, newer versions first). */
export function orderEngines(engines) {
  const rank = Object.keys(families);
  const key = (engine) => {
    const {family, version} = engineStyle(engine);
    const index = rank.indexOf(family);
    return [index < 0 ? rank.length : index, -parseFloat(version || "0"), engine];
  };
  return [...new Set(engines)].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    return left[0] - right[0] || left[1] - right[1] || (left[2] < right[2] ? -1 : 1);
  });
}
