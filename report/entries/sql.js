/** The SQL page, with DuckDB's client; the program itself lies beside, in lib/duckdb/. */
export {sqlPage} from "../sql/page.js";
