import vue from "eslint-plugin-vue";
import typescript from "@typescript-eslint/parser";

/** ESLint sees the components only: oxlint reads everything else, and faster. */
export default [
  { ignores: ["**/*.{js,mjs,cjs,ts}", "out/", "dist/", "coverage/"] },
  ...vue.configs["flat/recommended"],
  {
    files: ["**/*.vue"],
    languageOptions: { parserOptions: { parser: typescript } },
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      // The same limits as those of oxlint for the other files.
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 120 }],
      "max-params": ["error", { max: 4 }],
      "prefer-const": "error",
      "vue/block-lang": ["error", { script: { lang: "ts" } }],
      "vue/block-order": ["error", { order: ["script", "template", "style"] }],
      "vue/component-api-style": ["error", ["script-setup"]],
      "vue/define-emits-declaration": ["error", "type-based"],
      "vue/define-props-declaration": ["error", "type-based"],
      "vue/no-undef-components": ["error", { ignorePatterns: ["RouterView", "RouterLink", "i18n-t"] }],
      "vue/no-unused-refs": "error",
      "vue/no-v-html": "error",
      "vue/require-default-prop": "off",
      // The formatter lays out the templates.
      "vue/first-attribute-linebreak": "off",
      "vue/html-closing-bracket-newline": "off",
      "vue/html-indent": "off",
      "vue/html-self-closing": "off",
      "vue/max-attributes-per-line": "off",
      "vue/multiline-html-element-content-newline": "off",
      "vue/singleline-html-element-content-newline": "off",
    },
  },
];
