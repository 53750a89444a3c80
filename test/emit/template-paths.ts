import Handlebars from "handlebars";

/** What a template says of its view that is not so, and what of the view it never says. */
export interface TemplateFindings {
  /** Paths that some view does not have: `methods[].signatur`. */
  readonly unknown: readonly string[];
  /** Members that the template never prints or asks for. */
  readonly unused: readonly string[];
}

/**
 * Checks every path of a template, those in `{{#if}}` and `{{#each}}` too, against real views: Handlebars' strict mode
 * throws for a misspelt `{{field}}` alone.
 *
 * @param views - as the template was rendered with.
 * @param parts - the sources of partials, by name.
 */
export function checkTemplate(
  source: string,
  views: readonly unknown[],
  parts: ReadonlyMap<string, string> = new Map(),
): TemplateFindings {
  const scope: Scope = { path: "", contexts: views };
  const used = new Set<string>();
  const unknown = new Set<string>();
  walk(Handlebars.parse(source).body, scope, { used, unknown, parts });
  const unused = membersOf(scope).filter((path) => !used.has(path));
  return { unknown: [...unknown], unused };
}

interface Scope {
  readonly path: string;
  readonly contexts: readonly unknown[];
}

interface Findings {
  readonly parts: ReadonlyMap<string, string>;
  readonly used: Set<string>;
  readonly unknown: Set<string>;
}

function walk(body: readonly hbs.AST.Statement[], scope: Scope, findings: Findings): void {
  for (const statement of body) {
    if (isMustache(statement)) use(statement.path, scope, findings);
    else if (isBlock(statement)) walkBlock(statement, scope, findings);
    else if (isPartial(statement)) walk(partOf(statement, findings), scope, findings);
    else if (statement.type !== "ContentStatement") throw new Error(`Templates have no ${statement.type}.`);
  }
}

function walkBlock(block: hbs.AST.BlockStatement, scope: Scope, findings: Findings): void {
  const [param, ...others] = block.params;
  const helper = isPath(block.path) ? block.path.original : "";
  if (helper === "layout" && param?.type === "NumberLiteral" && others.length === 0) {
    walk(block.program.body, scope, findings);
    return;
  }
  if (param === undefined || others.length > 0 || !["if", "each", "with"].includes(helper)) {
    throw new Error(`Templates have no {{#${helper}}} like this.`);
  }
  const below = use(param, scope, findings);
  const flat = below.contexts.flat();
  const contexts = helper === "with" ? flat.filter((context) => context !== undefined) : flat;
  walk(block.program.body, helper === "if" ? scope : { ...below, contexts }, findings);
  // Handlebars' types have `inverse` always there.
  const inverse = block.inverse as hbs.AST.Program | undefined;
  if (inverse !== undefined) walk(inverse.body, scope, findings);
}

/** Notes a path as used; gives what it leads to. */
function use(expression: hbs.AST.Node, scope: Scope, { used, unknown }: Findings): Scope {
  if (!isPath(expression)) throw new Error(`Templates have no ${expression.type} in a place of a path.`);
  if (expression.original === "this") return scope;
  const path = `${scope.path}${expression.original}`;
  used.add(path);
  const contexts = scope.contexts.map((context) => {
    if (typeof context === "object" && context !== null && Object.hasOwn(context, expression.original)) {
      return (context as Readonly<Record<string, unknown>>)[expression.original];
    }
    unknown.add(path);
    return undefined;
  });
  return { path: `${path}[].`, contexts };
}

/** Every member of the contexts, through lists. */
function membersOf({ path, contexts }: Scope): readonly string[] {
  const members = contexts.flatMap((context) =>
    isPlain(context)
      ? Object.entries(context).flatMap(([name, value]: readonly [string, unknown]) => [
          `${path}${name}`,
          ...(Array.isArray(value) || isPlain(value)
            ? membersOf({ path: `${path}${name}[].`, contexts: Array.isArray(value) ? value : [value] })
            : []),
        ])
      : [],
  );
  return [...new Set(members)];
}

/** Whether a template looks into an object: not where it prints the object as one text. */
function isPlain(value: unknown): value is object {
  return typeof value === "object" && value?.constructor === Object;
}

function isMustache(node: hbs.AST.Node): node is hbs.AST.MustacheStatement {
  return node.type === "MustacheStatement";
}

function isBlock(node: hbs.AST.Node): node is hbs.AST.BlockStatement {
  return node.type === "BlockStatement";
}

function isPartial(node: hbs.AST.Node): node is hbs.AST.PartialStatement {
  return node.type === "PartialStatement";
}

function partOf({ name }: hbs.AST.PartialStatement, { parts }: Findings): readonly hbs.AST.Statement[] {
  const source = name.type === "PathExpression" && isPath(name) ? parts.get(name.original) : undefined;
  if (source === undefined) throw new Error("Templates have no such part.");
  return Handlebars.parse(source).body;
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return node.type === "PathExpression";
}
