import type { ApiModel, OperationModel, SecuritySchemeModel } from "../../../model/api-model.js";
import type { SchemaReader } from "../schema-reader.js";
import { exchangeBody, exchangeGrant } from "../traits/exchange-form.js";
import { returnsTokens } from "./token-endpoints.js";

/** What the file of a printed overlay is called. */
export const OVERLAY_FILE = "security.overlay.yaml";

/** What is known of a scheme that the contract does not declare. */
interface Undeclared {
  /** Texts that say what kind it is. */
  readonly texts: readonly string[];
  /** The operations that need it; absent: all that give no tokens. */
  readonly needing?: ReadonlySet<OperationModel>;
  /** The operation that gives tokens, as the configuration says. */
  readonly endpoint?: OperationModel | undefined;
}

/**
 * The OpenAPI Overlay that declares a scheme for `Authorization`, and what needs it.
 *
 * @returns undefined where every operation that needs it needs other credentials as well: which belong together, nothing says
 */
export function securityOverlay(
  { operations, securitySchemes }: Pick<ApiModel, "operations" | "securitySchemes">,
  reader: SchemaReader,
  { texts, needing, endpoint }: Undeclared,
): readonly string[] | undefined {
  const isOpen = ({ security }: OperationModel) => security.flat().length === 0;
  const isNeeding = (one: OperationModel) =>
    needing === undefined ? one !== endpoint && !givesTokens(one, reader) : needing.has(one);
  const secured = operations.filter((one) => isNeeding(one) && isOpen(one));
  if (secured.length === 0) return undefined;
  const others = operations.filter((one) => !isNeeding(one));
  const { name, definition } = chooseScheme(texts, securitySchemes);
  const isGlobal = operations.every(isOpen) && others.length <= secured.length;
  const key = /^[A-Za-z]\w*$/.test(name) ? name : JSON.stringify(name);
  const needs = `security: [{ ${key}: [] }]`;
  const root = [
    ...(definition === undefined ? [] : [`components: { securitySchemes: { ${key}: { ${definition} } } }`]),
    ...(isGlobal ? [needs] : []),
  ];
  return [
    "overlay: 1.0.0",
    "info: { title: Security, version: 1.0.0 }",
    "actions:",
    ...(root.length === 0 ? [] : ["  - target: $", "    update:", ...root.map((line) => `      ${line}`)]),
    ...(isGlobal ? others : secured).flatMap((one) => [
      `  - target: ${JSON.stringify(jsonPath(one))}`,
      `    update: { ${isGlobal ? "security: []" : needs} }`,
    ]),
  ];
}

function givesTokens(operation: OperationModel, reader: SchemaReader): boolean {
  const form = operation.method === "POST" ? exchangeBody(operation) : undefined;
  if (form !== undefined && exchangeGrant(form, reader) !== undefined) return true;
  return returnsTokens(operation, reader);
}

/** The scheme that texts speak of: the contract's own where it has one of the kind; of an unknown kind, callers give the whole header. */
function chooseScheme(
  texts: readonly string[],
  schemes: readonly SecuritySchemeModel[],
): { readonly name: string; readonly definition?: string } {
  const speaks = (words: RegExp) => texts.some((text) => words.test(text));
  const [isBearer, isBasic] = [speaks(/\bbearer\b|\bjwt\b/i), speaks(/\bbasic\b/i)];
  const kind = isBearer === isBasic ? "apiKey" : isBearer ? "bearer" : "basic";
  const [own, ...others] = schemes.filter((scheme) => OWN[kind].includes(scheme.kind));
  if (own !== undefined && others.length === 0) return { name: own.name };
  const [wanted, definition] = NEW[kind];
  const isTaken = schemes.some(({ name }) => name === wanted);
  return { name: isTaken ? `${wanted}2` : wanted, definition };
}

/** Kinds of declared schemes that do. */
const OWN: Readonly<Record<"apiKey" | "basic" | "bearer", readonly string[]>> = {
  bearer: ["bearer", "oauth2", "openIdConnect"],
  basic: ["basic"],
  apiKey: [],
};

const NEW = {
  bearer: ["accessToken", "type: http, scheme: bearer"],
  basic: ["basicAuth", "type: http, scheme: basic"],
  apiKey: ["authorization", "type: apiKey, in: header, name: Authorization"],
} as const;

/** JSONPath (RFC 9535). */
function jsonPath({ method, path }: OperationModel): string {
  return `$.paths['${path.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'].${method.toLowerCase()}`;
}
