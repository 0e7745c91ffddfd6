/** What runs before the first of a page is drawn. It keeps everything else waiting, so it is small. */
import "../around/theme.js";
import {showInOrder} from "../around/in_order.js";
import {holdTarget} from "../around/target.js";

showInOrder(document);
holdTarget(window);
