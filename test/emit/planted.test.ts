import ts from "typescript";
import { parsers } from "prettier/plugins/markdown";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../src/load/loaded-contract.js";
import { UserError } from "../../src/text/user-error.js";
import { emitContract, generated } from "./emit-contract.js";
import { LINKED, richContract } from "./rich-contract.js";

/*
 * A text is planted in every position of a contract that can have one, each key of a map and each value. No identifier can
 * have its characters, and no generated name an underscore within: where `own_ed` is more than a text or a comment, the
 * contract's text has become code.
 */

/** What is planted: signs that end texts, comments, templates and Markdown; the same without those of paths. */
const CANARIES: readonly (readonly [string, (position: number) => string])[] = [
  [
    "every sign",
    (position) =>
      `own_ed${String(position)}()"'\`\${own_ed()} */ own_ed() /*\n\u2028own_ed()\n</script><img src=x onerror=own_ed()> ` +
      `[own_ed](javascript:own_ed()) {{own_ed()}} {{{own_ed()}}} //# sourceMappingURL=own_ed \\`,
  ],
  [
    "signs that a path may have",
    (position) => `own_ed${String(position)}"'\`*$\n\u2028own_ed()<b onclick=own_ed()>`,
  ],
];

/** Planted positions, and the document with them. */
interface Planted {
  readonly document: Json;
  /** How many positions there are. */
  readonly count: number;
}

/** A document whose positions of some numbers have a canary: words that are linked, then keys and values as they come. */
function plant(canary: (position: number) => string, isChosen: (position: number) => boolean): Planted {
  let position = 0;
  const words = new Map<string, string>();
  for (const word of LINKED) {
    if (isChosen(position)) words.set(word, canary(position));
    position += 1;
  }
  const linked = (given: string): string => {
    const escape = (name: string) =>
      given.startsWith("#/") ? name.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("%", "%25") : name;
    return given.replace(/[A-Za-z]+/g, (word) => {
      const name = words.get(word);
      return name === undefined ? word : escape(name);
    });
  };
  const isFixed = (given: string) => LINKED.some((word) => given.includes(word)) || given.startsWith("#");
  const visit = (node: unknown): Json => {
    if (typeof node === "string") {
      if (isFixed(node)) return linked(node);
      const chosen = isChosen(position);
      position += 1;
      return chosen ? canary(position - 1) : node;
    }
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== "object" || node === null) return node as Json;
    return Object.fromEntries(
      Object.entries(node).map(([name, member]) => {
        if (isFixed(name)) return [linked(name), visit(member)];
        const chosen = isChosen(position);
        position += 1;
        const key = chosen ? canary(position - 1) : name;
        return [key, visit(member)];
      }),
    );
  };
  const document = visit(richContract);
  return { document, count: position };
}

/** The generated files of a contract; undefined where it is refused (exit 3). */
async function emitted(document: Json): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    return generated(await emitContract(JSON.stringify(document), { vendor: "acme" }));
  } catch (error) {
    if (error instanceof UserError && error.exitCode === 3) return undefined;
    throw error;
  }
}

/** Where the planted text is code, or a link or HTML that runs. */
async function findEscapes(files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const found = await Promise.all(
    [...files].map(async ([path, text]) => {
      if (!/^(?:[\p{L}\p{N}_-]+\/)?[\p{L}\p{N}_-]+\.(?:ts|md|json)$/u.test(path)) return [`path ${path}`];
      if (path.endsWith(".json")) JSON.parse(text);
      if (path.endsWith(".md")) return (await escapesOfMarkdown(text)).map((one) => `${path}: ${one}`);
      return path.endsWith(".ts") ? escapesOfSource(path, text).map((one) => `${path}: ${one}`) : [];
    }),
  );
  return found.flat();
}

function escapesOfSource(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  // TypeScript has the errors of its parser there, and declares no member for them.
  const parseDiagnostics = Reflect.get(source, "parseDiagnostics") as readonly ts.Diagnostic[];
  const found = parseDiagnostics.map(({ messageText }) => `does not parse: ${JSON.stringify(messageText)}`);
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (node.getChildCount(source) === 0 && !isText && node.getText(source).includes("own_ed"))
      found.push(`code: ${node.getText(source)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (/\/[/*][#@]\s*source/.test(text)) found.push("names a source map");
  if (/[\u2028\u2029\u202e]/.test(text)) found.push("has a separator of lines");
  return found;
}

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly MarkdownNode[];
}

async function escapesOfMarkdown(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = (node: MarkdownNode): void => {
    if (["html", "image", "imageReference", "linkReference", "definition"].includes(node.type))
      found.push(node.type);
    if (node.type === "link" && node.url !== "api.md" && node.url !== "errors.md")
      found.push(`a link to ${String(node.url)}`);
    for (const child of node.children ?? []) visit(child);
  };
  visit((await parsers.markdown.parse(text, {} as never)) as MarkdownNode);
  return found;
}

describe.each(CANARIES)("a contract with %s", (_, canary) => {
  const clean = new Set<number>();
  const refused = new Set<number>();
  const escapes: string[] = [];
  const { count } = plant(canary, () => false);

  /** Plants at all positions of a range at once; a range that is refused is halved, down to single positions. */
  async function tryRange(from: number, to: number): Promise<void> {
    const files = await emitted(plant(canary, (position) => position >= from && position < to).document);
    if (files !== undefined) {
      for (let position = from; position < to; position += 1) clean.add(position);
      escapes.push(...(await findEscapes(files)).map((one) => `${String(from)}..${String(to)} ${one}`));
      return;
    }
    if (to - from === 1) {
      refused.add(from);
      return;
    }
    const middle = Math.floor((from + to) / 2);
    await tryRange(from, middle);
    await tryRange(middle, to);
  }

  beforeAll(async () => {
    // Not all at once: a contract whose every keyword is another one has hardly anything to generate.
    for (let from = 0; from < count; from += 8) await tryRange(from, Math.min(from + 8, count));
  }, 600_000);

  test("is generated without what is planted, first of all", async () => {
    expect(await emitted(plant(canary, () => false).document)).toBeDefined();
  });

  test("is refused, or keeps its texts in texts and comments, wherever they are", () => {
    expect(escapes).toEqual([]);
    expect(clean.size + refused.size).toBe(count);
  });

  test("is generated with a text in nearly every position: those are really tried", () => {
    expect(count).toBeGreaterThan(500);
    expect([...refused].length / count).toBeLessThan(0.1);
  });
});

test("the check finds code, links and HTML", async () => {
  const bad = new Map([
    ["a.ts", "export const a = own_ed();"],
    ["b.ts", 'export const b = { "own_ed": `own_ed${own_ed}` };'],
    ["c.md", "[a](javascript:own_ed)\n\n<img src=x>\n"],
    [
      "d.ts",
      'export type D = "own_ed" | `own_ed${string}`; // own_ed\n/** own_ed */ export const d = `own_ed`;',
    ],
  ]);
  expect(await findEscapes(bad)).toEqual([
    "a.ts: code: own_ed",
    "b.ts: code: own_ed",
    "c.md: a link to javascript:own_ed",
    "c.md: html",
  ]);
});
