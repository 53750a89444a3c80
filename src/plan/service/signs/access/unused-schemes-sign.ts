import type { ApiModel, SecuritySchemeModel } from "../../../../model/api-model.js";
import { mayTakeToken, takesBearer } from "../../credentials/bearer-schemes.js";
import type { LostSign } from "../sign.js";

/**
 * Schemes that a contract declares and no `security` names, beside others that one names: the client has no option for them. Where the client
 * is about a part of the contract, the others may use them. Webhooks and callbacks use schemes, too: the service sends what they need. Of what
 * goes to one position one is enough: the option, or the parameter, of another takes it.
 */
export function unusedSchemesSign({
  operations,
  securitySchemes,
  webhooks,
  unselected = [],
}: Pick<ApiModel, "operations" | "securitySchemes" | "unselected" | "webhooks">): LostSign | undefined {
  const required = new Set(operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  if (required.size === 0 || unselected.length > 0) return undefined;
  const used = new Set([...required, ...webhooks.flatMap(({ schemes = [] }) => schemes)]);
  const remaining = securitySchemes.filter(({ name }) => !used.has(name));
  if (remaining.length === 0) return undefined;
  const positions = new Set([
    ...securitySchemes.filter(({ name }) => required.has(name)).map(positionOf),
    ...operations.flatMap(({ parameters }) => parameters.map((one) => positionOfName(one.in, one.name))),
  ]);
  const unused = remaining.filter((scheme) => {
    const position = positionOf(scheme);
    const isFirst = !positions.has(position);
    positions.add(position);
    return isFirst;
  });
  const [first] = unused;
  if (first === undefined) return undefined;
  const isOne = unused.length === 1;
  return {
    trait: "security",
    rule: "security/unused-scheme",
    shown: `the contract declares the ${isOne ? "scheme" : "schemes"} ${unused.map(({ name }) => JSON.stringify(name)).join(", ")}`,
    missing: `no \`security\` of an operation names ${isOne ? "it" : "one of them"}`,
    lines: [],
    meant: ["security: false"],
    origin: first.origin,
  };
}

/** Where a scheme writes a credential, and in which form: tokens of all kinds are one. */
function positionOf(scheme: SecuritySchemeModel): string {
  if (takesBearer(scheme)) return "bearer";
  if (scheme.kind === "basic") return "basic";
  if (scheme.kind !== "apiKey") return `${scheme.kind} ${scheme.name}`;
  const position = positionOfName(scheme.in, scheme.parameter);
  if (position !== "header authorization") return position;
  return mayTakeToken(scheme) ? "bearer" : `${position} ${scheme.name}`;
}

/** A position by its name; names of headers have no case (RFC 9110 section 5.1). */
function positionOfName(where: string, name: string): string {
  return `${where} ${where === "header" ? name.toLowerCase() : name}`;
}
