// The recommended rules, for the site's scripts: those that browsers run, and those that build and test it.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {rules: {"no-unused-vars": ["error", {ignoreRestSiblings: true}]}},
  {files: ["report/**"], languageOptions: {globals: globals.browser}},
  {files: ["scripts/**", "tests/**"], languageOptions: {globals: {...globals.node, ...globals.browser}}},
];
