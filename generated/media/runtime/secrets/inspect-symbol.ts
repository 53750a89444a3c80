/**
 * What Node, Deno and Bun ask an object for when it is printed. Classes that hold something secret answer it, so that
 * `console.log` of them shows only what may be shown (TOK-7, SEC-1).
 */
export const inspectSymbol: unique symbol = Symbol.for(
  "nodejs.util.inspect.custom",
);
