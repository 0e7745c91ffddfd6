/** The list of cells and the page of one: without the charts, so that a cell's page is light. */
export {cellList} from "../cells/list.js";
export {cellPage} from "../cells/page.js";
