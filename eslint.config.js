// How the scripts of the page are linted: `npm run check`. How they look is Prettier's, see package.json.

import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import globals from "globals";

export default [
  // Python's environments and the help that was built hold scripts of others.
  { ignores: [".venv*/", ".pytest_cache/", "build/", "dist/", "src/nimatron/web/help/", "src/nimatron/web/.help.*/"] },
  js.configs.recommended,
  {
    plugins: { "@stylistic": stylistic },
    rules: {
      // Prettier leaves long strings and comments alone.
      "@stylistic/max-len": ["error", { code: 120 }],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["src/nimatron/web/static/**/*.js", "tests/web/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["docs/_theme/**/*.js"], // a plain script: the theme must be there before the page is drawn
    languageOptions: { globals: globals.browser, sourceType: "script" },
    rules: { "no-implicit-globals": "off" },
  },
  { files: ["src/nimatron/site/service.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["src/nimatron/site/{frame,scorm}.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["src/nimatron/notebook/*.js"], // put behind a line that defines CARRIED
    languageOptions: { globals: { ...globals.browser, CARRIED: "readonly" } },
  },
  { files: ["tests/js/**/*.js", "eslint.config.js"], languageOptions: { globals: globals.node } },
];
