/** The editor of the SQL page: completes names of tables and columns, with what each is. */
import {autocompletion, completionKeymap} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap} from "@codemirror/commands";
import {PostgreSQL, sql} from "@codemirror/lang-sql";
import {HighlightStyle, syntaxHighlighting} from "@codemirror/language";
import {EditorState} from "@codemirror/state";
import {EditorView, keymap} from "@codemirror/view";
import {tags} from "@lezer/highlight";
import {columnsFor, schemaOf} from "./completions.js";

/** @typedef {import("./database.js").Relation} Relation */

const colours = HighlightStyle.define([
  {tag: tags.keyword, class: "sql-keyword"}, {tag: tags.string, class: "sql-string"},
  {tag: tags.number, class: "sql-number"}, {tag: tags.comment, class: "sql-comment"},
]);

/**
 * @param {{text: string, relations: Relation[], run: () => void}} options `run` is called by Ctrl+Enter
 * @returns {{element: HTMLElement, text: () => string, replace: (text: string) => void,
 *   insert: (text: string) => void, touched: () => boolean}} `touched`: whether its text was changed by
 *   hand since it was put there
 */
export function queryEditor({text, relations, run}) {
  let given = text;
  const columns = (context) => {
    const word = context.matchBefore(/\w+/);
    if (!word || context.matchBefore(/\.\w*/)) return null;
    return {from: word.from, options: columnsFor(relations, context.state.doc.toString()), validFor: /^\w*$/};
  };
  const language = sql({dialect: PostgreSQL, schema: schemaOf(relations), upperCaseKeywords: true});
  const view = new EditorView({
    state: EditorState.create({doc: text, extensions: [
      // First, as Ctrl+Enter would else begin a new line.
      keymap.of([{key: "Mod-Enter", run: () => {
        run();
        return true;
      }}, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      history(), language, PostgreSQL.language.data.of({autocomplete: columns}),
      autocompletion(), syntaxHighlighting(colours), EditorView.lineWrapping,
      EditorView.contentAttributes.of({"aria-label": "SQL", spellcheck: "false", tabindex: "0"}),
    ]}),
  });
  const current = () => view.state.doc.toString();
  return {
    element: view.dom,
    text: current,
    touched: () => current().trim() !== "" && current() !== given,
    replace: (other) => {
      given = other;
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: other}});
    },
    insert: (words) => {
      view.dispatch(view.state.replaceSelection(words));
      view.focus();
    },
  };
}
