import type { Shapes } from "./shapes-of.js";

/** `name=value` as it stood in a query, form or cookie, percent-encoding untouched. */
export type RawPair = readonly [name: string, value: string];

/** How a value was written (OpenAPI, Style Values). */
export interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

/** A value as its texts: a string, a list of them, or members. */
export type TextTree = string | readonly TextTree[] | { readonly [name: string]: TextTree };

/** The readings that a text allows, the likeliest first: what looks like one value may be a list of one. */
export type Readings = readonly TextTree[];

/** Reads a path segment or a header. @param decode percent-decoding for paths, nothing for headers */
export function readWhole(
  text: string,
  { name, style, explode }: Style,
  shapes: Shapes,
  decode: (text: string) => string,
): Readings {
  if (style === "matrix") {
    const pairs = text.split(";").slice(1).map(pairOf);
    return readPairs(pairs, { name, style: "form", explode }, shapes).readings;
  }
  const inner = style === "label" ? text.replace(/^\./, "") : text;
  const parts = inner.split(style === "label" && explode ? "." : ",");
  return [
    ...(shapes.list ? [parts.map(decode)] : []),
    ...(shapes.members ? [explode ? fromPairs(parts.map(pairOf), decode) : fromFlat(parts.map(decode))] : []),
    ...(shapes.one ? [decode(inner)] : []),
    ...nestedIn(decode(inner)),
  ];
}

/** Lists and objects that hold others have no form in OpenAPI, and are sent as JSON. */
function nestedIn(text: string): Readings {
  if (!/^[[{]/.test(text)) return [];
  try {
    return [JSON.parse(text) as TextTree];
  } catch {
    return [];
  }
}

/**
 * Reads a parameter out of a query, form or cookie.
 *
 * @returns its readings, none when it is absent, and the pairs that belong to it
 */
export function readPairs(
  pairs: readonly RawPair[],
  { name, style, explode }: Style,
  shapes: Shapes,
): { readonly readings: Readings; readonly used: readonly RawPair[] } {
  if (style === "deepObject") {
    const used = pairs.filter(([key]) => decodeURIComponent(key).startsWith(`${name}[`));
    const plain = pairs.filter(([key]) => decodeURIComponent(key) === name);
    if (used.length > 0) return { readings: [fromDeep(used, name)], used };
    return { readings: shapes.one ? plain.map(([, value]) => decodeURIComponent(value)) : [], used: plain };
  }
  const own = pairs.filter(([key]) => decodeURIComponent(key) === name);
  if (own.length === 0 && explode && shapes.members) {
    const used = pairs.filter(([key]) => shapes.open || shapes.properties.has(decodeURIComponent(key)));
    return { readings: used.length === 0 ? [] : readSpread(used), used };
  }
  if (own.length === 0) return { readings: [], used: [] };
  const values = own.map(([, value]) => value);
  const [first = ""] = values;
  const separator = { spaceDelimited: "%20", pipeDelimited: /%7C|\|/i }[style] ?? ",";
  const parts = explode ? values : first.split(separator);
  const decoded = parts.map(decodeURIComponent);
  const readings: Readings = [
    ...(shapes.list ? [decoded] : []),
    ...(shapes.members && !explode ? [fromFlat(decoded)] : []),
    ...(shapes.one && values.length === 1 ? [decodeURIComponent(first)] : []),
    ...(values.length === 1 ? nestedIn(decodeURIComponent(first)) : []),
  ];
  return { readings, used: own };
}

/** Members one by one: what comes twice is a list, and what holds objects is JSON. The likeliest readings first. */
function readSpread(pairs: readonly RawPair[]): Readings {
  const values = new Map<string, readonly string[]>();
  for (const [key, value] of pairs) {
    const name = decodeURIComponent(key);
    values.set(name, [...(values.get(name) ?? []), decodeURIComponent(value)]);
  }
  const read = (one: (texts: readonly string[]) => TextTree): TextTree =>
    Object.fromEntries([...values].map(([name, texts]) => [name, one(texts)]));
  const plain = (texts: readonly string[]): TextTree => (texts.length === 1 ? texts[0]! : texts);
  return [
    read(plain),
    read((texts) => nestedIn(texts[0]!)[0] ?? plain(texts)),
    read((texts) => nestedIn(texts[0]!)[0] ?? texts),
  ];
}

/** The pairs of a query string. @param text without the question mark */
export function queryPairs(text: string): readonly RawPair[] {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map(pairOf);
}

/** The pairs of a `application/x-www-form-urlencoded` body, in which a plus sign is a space. */
export function formPairs(text: string): readonly RawPair[] {
  return queryPairs(text.replaceAll("+", "%20"));
}

/** `a[b][0]=1` as a tree; names that count from zero are a list. */
function fromDeep(pairs: readonly RawPair[], name: string): TextTree {
  const root: Branch = new Map();
  for (const [key, value] of pairs) {
    const steps = [
      ...decodeURIComponent(key)
        .slice(name.length)
        .matchAll(/\[([^\]]*)\]/g),
    ].map(([, step = ""]) => step);
    let branch = root;
    for (const step of steps.slice(0, -1)) {
      const next = branch.get(step);
      const below: Branch = next instanceof Map ? next : new Map<string, Branch | string>();
      branch.set(step, below);
      branch = below;
    }
    branch.set(steps.at(-1) ?? "", decodeURIComponent(value));
  }
  return treeOf(root);
}

type Branch = Map<string, Branch | string>;

function treeOf(branch: Branch | string): TextTree {
  if (typeof branch === "string") return branch;
  const entries = [...branch].map(([name, below]) => [name, treeOf(below)] as const);
  return entries.every(([name], index) => name === String(index))
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries);
}

function pairOf(text: string): RawPair {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function fromPairs(pairs: readonly RawPair[], decode: (text: string) => string): TextTree {
  return Object.fromEntries(pairs.map(([name, value]) => [decode(name), decode(value)]));
}

/** `R,100,G,200` as members. */
function fromFlat(texts: readonly string[]): TextTree {
  const members: [string, string][] = [];
  for (let at = 0; at < texts.length; at += 2) members.push([texts[at] ?? "", texts[at + 1] ?? ""]);
  return Object.fromEntries(members);
}
