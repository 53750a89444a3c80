import { builders } from "prettier/doc";
import type { CredentialPlan, TokenExchangePlan } from "../../plan/client-plan.js";
import { type Doc, enclosed, layout } from "../layout/layout.js";
import { expandedLiteral, literal, type Literal, member, Source } from "../layout/literal.js";
import { callExpression } from "../layout/signature.js";
import { propertyName, stringLiteral } from "../layout/string-literal.js";

const { group, hardline, indent, line, softline } = builders;

type GivenCredential = Exclude<CredentialPlan, { kind: "tokenExchange" }>;

/** The statements that make a provider of every credential that the client's user gave. */
export function credentialStatements(credentials: readonly CredentialPlan[]): readonly string[] {
  if (credentials.length === 0) return [];
  const exchanged = credentials.flatMap((plan) => (plan.kind === "tokenExchange" ? [plan] : []));
  const given = credentials.flatMap((plan) => (plan.kind === "tokenExchange" ? [] : [plan]));
  return [
    "const credentials: Record<string, CredentialProvider> = {};",
    ...exchanged.flatMap(({ scheme, exchange }) => exchangeStatements(scheme, exchange)),
    ...(given.length === 0 ? [] : ["const given = options.credentials ?? {};"]),
    ...given.map(givenStatement),
  ];
}

/** The exchange's configuration, and the provider that works by it. */
function exchangeStatements(scheme: string, exchange: TokenExchangePlan): readonly string[] {
  const { path, server, grantType, subjectTokenType, vendor, requestedTokenType, answerFields } = exchange;
  const place = [stringLiteral(path), server === undefined ? "undefined" : literal(server)];
  const config: Readonly<Record<string, Literal | undefined>> = {
    tokenUrl: new Source(callExpression("resolveEndpoint", [], [...place, "serverUrl", "options"])),
    grantType,
    subjectTokenType,
    vendor,
    requestedTokenType,
    resource: new Source("serverUrl"),
    answerFields: answerFields.length === 0 ? undefined : answerFields,
  };
  const present = Object.entries(config).filter(
    (entry): entry is [string, Literal] => entry[1] !== undefined,
  );
  return [
    statement(["const exchange = ", expandedLiteral(Object.fromEntries(present)), ";"]),
    statement(assignment(scheme, callExpression("tokenExchange", [], ["exchange", "options"]))),
  ];
}

function givenStatement(plan: GivenCredential): string {
  const given = access("given", plan.scheme);
  const test = [given, " ", group(["!==", line, "undefined"])];
  return statement([
    "if (",
    group([indent([softline, test]), softline]),
    ") {",
    indent([hardline, assignment(plan.scheme, provider(plan, given))]),
    hardline,
    "}",
  ]);
}

function provider(plan: GivenCredential, given: Doc): Doc {
  switch (plan.kind) {
    case "bearer":
      return callExpression("bearer", [], [given]);
    case "basic":
      return callExpression("basic", [], [given]);
    case "token":
      return callExpression("tokenFrom", [], [given, stringLiteral(plan.scheme)]);
    case "authorization":
      return callExpression("authorization", [], [given, stringLiteral(plan.authentication)]);
    case "apiKey": {
      const value = group(["value:", group(indent([line, given]))]);
      const members = [member("in", plan.in), member("name", plan.parameter), value];
      return ["apiKey(", group(enclosed("{", members, "}", { padded: true, trailing: "," })), ")"];
    }
  }
}

/** Consumers may demand an index access of names that no type declares. */
function assignment(scheme: string, value: Doc): Doc {
  return group(["credentials", indexed(scheme), " = ", group(value), ";"]);
}

/** `given.accessToken`, or the index access where the name is no identifier. */
function access(object: string, name: string): Doc {
  return propertyName(name) === name ? `${object}.${name}` : [object, indexed(name)];
}

function indexed(name: string): Doc {
  return group(["[", indent([softline, stringLiteral(name)]), softline, "]"]);
}

/** In the body of a function. */
function statement(doc: Doc): string {
  return layout(doc, { indent: 2 });
}
