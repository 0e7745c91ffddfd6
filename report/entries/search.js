/** The search, fetched when a reader opens it. */
export {openSearch} from "../chrome/search.js";
