/** What runs before the first of a page is drawn. It keeps everything else waiting, so it is small. */
import "../chrome/theme.js";
import {showInOrder} from "../chrome/in_order.js";
import {holdTarget} from "../chrome/target.js";

showInOrder(document);
holdTarget(window);
