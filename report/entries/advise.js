/** The page of advice on a server's storage. */
export {advicePage} from "../advise/page.js";
