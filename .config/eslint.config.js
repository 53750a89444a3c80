import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/**", "generated/**", "coverage/**", ".tmp/**", "test/**/given/**"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // Of two projects that have a file, the first counts: the runtime has the types of browsers. The compiler reads no file
        // more often, as it would for the nearest project of each file.
        project: ["src/runtime/tsconfig.json", "tsconfig.json"],
        tsconfigRootDir: new URL("..", import.meta.url).pathname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { prefer: "type-imports" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
    },
  },
  {
    // Tests are long tables by nature, and a `describe` is one function; vitest's matchers are unbound by design.
    files: ["test/**"],
    rules: {
      "max-lines": "off",
      "max-lines-per-function": "off",
      "no-console": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
);
