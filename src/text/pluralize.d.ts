/** The part of the package that names are made with; it brings no types. */
declare module "pluralize" {
  const pluralize: { readonly singular: (word: string) => string };
  export = pluralize;
}
