import type { CommentRange, Node, SourceFile } from "typescript";

/** A file that is not as it was left: what it has, and what it would be given. */
export interface EditedFile {
  readonly path: string;
  readonly current: string;
  readonly wanted: string;
}

/**
 * The files among those given that differ in formatting alone, as a formatter's run over the folder leaves them: white
 * space outside of texts and comments, quotes, semicolons, trailing commas. Their paths, in the order given.
 */
export async function findReformatted(files: readonly EditedFile[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) if (await isReformatted(file)) found.push(file.path);
  return found;
}

const PARSERS: Readonly<Record<string, "typescript" | "markdown" | "json">> = {
  ts: "typescript",
  md: "markdown",
  json: "json",
};

async function isReformatted({ path, current, wanted }: EditedFile): Promise<boolean> {
  const parser = PARSERS[/[^.]*$/u.exec(path)?.[0] ?? ""];
  if (parser === undefined) return false;
  const formatted = await tryToFormat(current, parser);
  if (formatted === undefined) return false;
  if (formatted === wanted) return true;
  if (parser !== "typescript") return collapse(formatted) === collapse(wanted);
  // Prettier keeps an object on several lines that another width has put there.
  const [left, right] = await Promise.all([tokensOf(formatted), tokensOf(wanted)]);
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

/** The text as Prettier's defaults, which a client is written in, lay it out; undefined where it cannot be parsed. */
async function tryToFormat(text: string, parser: string): Promise<string | undefined> {
  const { format } = await import("prettier");
  return await format(text, { parser }).catch(() => undefined);
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Tokens and comments, without the commas, semicolons and bars that only a line break brings. */
async function tokensOf(text: string): Promise<readonly string[]> {
  const { default: ts } = await import("typescript");
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const tokens: string[] = [];
  const visit = (node: Node): void => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0 || node.kind === ts.SyntaxKind.SyntaxList) return;
    const comments = (ranges: readonly CommentRange[] | undefined): readonly string[] =>
      (ranges ?? []).map(({ pos, end }) => collapse(text.slice(pos, end)));
    tokens.push(...comments(ts.getLeadingCommentRanges(text, node.pos)));
    tokens.push(isName(node) ? nameOf(node, source) : node.getText(source));
    tokens.push(...comments(ts.getTrailingCommentRanges(text, node.end)));
  };
  const isName = (node: Node): boolean =>
    "name" in node.parent && node.parent.name === node && (ts.isIdentifier(node) || ts.isStringLiteral(node));
  visit(source);
  return tokens.filter((token, index) => {
    if (token === ";") return tokens[index + 1] !== "}";
    if (token === ",") return !/^[)\]}>]$/u.test(tokens[index + 1] ?? "");
    return !/^[|&]$/u.test(token) || !/^[=:(<,[]$|^=>$|^extends$/u.test(tokens[index - 1] ?? "");
  });
}

/** A member's name: quotes around it are formatting. */
function nameOf(node: Node, source: SourceFile): string {
  return node.getText(source).replace(/^(["'])([\w$]+)\1$/u, "$2");
}
