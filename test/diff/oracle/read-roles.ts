import ts from "typescript";
import type { Json, JsonObject } from "../../../src/load/loaded-contract.js";
import { isMembers, valueAt } from "../../../src/openapi/visit.js";
import { fragmentKeys } from "../../../src/text/json-pointer.js";

/*
 * What callers do with the types of a client, read from the text of the client alone: the comparison that the oracle checks has no part in
 * it.
 */

/** What calling code does with a type: it makes values of it, or it gets them. */
export type Role = "constructed" | "read";

/** What a client declares, by name: the names that each declaration is written with. */
interface Declared {
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly models: ReadonlySet<string>;
  /** Names in what methods take, and in what they give. */
  readonly taken: ReadonlySet<string>;
  readonly given: ReadonlySet<string>;
}

/** Interfaces whose members nobody but the client makes: bodies of errors, and what comes with webhooks. */
const RECEIVED = /^(?:ErrorBodies|Webhook(?:Headers|Payloads|Queries))$/u;

/**
 * What callers do with each exported type of a schema: what they do with the types that lead to it, and both with one that nothing leads
 * to.
 *
 * @param client - path → text of the client's files.
 * @param responded - names of types that a server responds with to webhooks and callbacks: no method takes them.
 */
export function readRoles(
  client: ReadonlyMap<string, string>,
  responded: readonly string[],
): ReadonlyMap<string, readonly Role[]> {
  const declared = readDeclared(client);
  const received = [...declared.names.keys()].filter((name) => RECEIVED.test(name));
  const uses: Readonly<Record<Role, ReadonlySet<string>>> = {
    read: leadTo([...declared.given, ...received], declared),
    constructed: leadTo([...declared.taken, ...responded], declared),
  };
  const both = ["read", "constructed"] as const;
  return new Map(
    [...declared.models].map((name) => {
      const roles = both.filter((role) => uses[role].has(name));
      return [name, roles.length > 0 ? roles : both];
    }),
  );
}

/** Names, and all names that their declarations lead to. */
function leadTo(starts: readonly string[], { names }: Declared): ReadonlySet<string> {
  const found = new Set(starts);
  // What is added on the way is visited too.
  for (const name of found) for (const other of names.get(name) ?? []) found.add(other);
  return found;
}

function readDeclared(client: ReadonlyMap<string, string>): Declared {
  const names = new Map<string, ReadonlySet<string>>();
  const [models, taken, given] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [path, text] of client) {
    if (!path.endsWith(".ts") || path.startsWith("runtime/")) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    for (const statement of source.statements) {
      if (ts.isClassDeclaration(statement)) {
        if (path.startsWith("resources/")) addMethods(statement, taken, given);
      } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
        names.set(statement.name.text, namesIn([statement]));
        if (path.startsWith("models/")) models.add(statement.name.text);
      }
    }
  }
  return { names, models, taken, given };
}

/** Methods are properties that hold functions: their types say what they take and give. */
function addMethods(resource: ts.ClassDeclaration, taken: Set<string>, given: Set<string>): void {
  for (const member of resource.members) {
    if (!ts.isPropertyDeclaration(member) || member.type === undefined) continue;
    for (const type of functionsIn(member.type)) {
      for (const name of namesIn(type.parameters)) taken.add(name);
      for (const name of namesIn([type.type])) given.add(name);
    }
  }
}

/** A function, or each of several that it can be called as. */
function functionsIn(type: ts.TypeNode): readonly ts.SignatureDeclaration[] {
  if (ts.isFunctionTypeNode(type)) return [type];
  if (ts.isParenthesizedTypeNode(type)) return functionsIn(type.type);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(functionsIn);
  return ts.isTypeLiteralNode(type) ? type.members.filter(ts.isCallSignatureDeclaration) : [];
}

/** The names of types that nodes are written with. */
function namesIn(nodes: readonly (ts.Node | undefined)[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) found.add(node.typeName.text);
    if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression))
      found.add(node.expression.text);
    ts.forEachChild(node, visit);
  };
  for (const node of nodes) if (node !== undefined) visit(node);
  return found;
}

/**
 * The components that responses to webhooks and callbacks lead to: pointers of schemas.
 */
export function respondedSchemas(document: JsonObject): readonly string[] {
  const responses = new Set<Json>();
  const found = new Set<string>();
  visitMembers(document["webhooks"], document, (name, value) => {
    if (name === "responses") responses.add(value);
  });
  visitMembers(document["paths"], document, (name, value) => {
    if (name !== "callbacks") return;
    visitMembers(value, document, (inner, below) => {
      if (inner === "responses") responses.add(below);
    });
  });
  for (const one of responses)
    visitMembers(one, document, (name, value) => {
      if (name === "$ref" && typeof value === "string" && /^#\/components\/schemas\/[^/]+$/u.test(value))
        found.add(value);
    });
  return [...found];
}

/** Every member of a value and of all that it refers to, each once. */
function visitMembers(
  start: Json | undefined,
  document: JsonObject,
  visit: (name: string, value: Json) => void,
): void {
  const open: (Json | undefined)[] = [start];
  const seen = new Set<Json>();
  for (const value of open) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, each] of Object.entries(value) as readonly (readonly [string, Json])[]) {
      if (isMembers(value)) visit(name, each);
      open.push(name === "$ref" && typeof each === "string" ? targetOf(each, document) : each);
    }
  }
}

function targetOf(reference: string, document: JsonObject): Json | undefined {
  return reference.startsWith("#")
    ? (valueAt(document, fragmentKeys(reference)) as Json | undefined)
    : undefined;
}
