import { builders } from "prettier/doc";
import type { ClientPlan, CredentialPlan } from "../../plan/client-plan.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/code-span.js";
import { words } from "../../text/words.js";
import { assignment } from "../layout/assignment.js";
import { layout } from "../layout/layout.js";
import { expandedLiteral, type Literal, Source } from "../layout/literal.js";

/** How the client is made, with what it cannot be made without and cannot send a call without. */
export function printSample({ connection, contract, name, resources }: ClientPlan): string {
  const { address, credentials: chosen } = connection.sample;
  const exchange = connection.credentials.some(({ kind }) => kind === "tokenExchange");
  const given = chosen.filter(({ kind }) => kind !== "tokenExchange");
  const options: Readonly<Record<string, Literal>> = {
    ...(address === undefined ? {} : { [address.option]: address.url }),
    ...(exchange ? { accessKey: new Source("() => process.env.ACCESS_KEY!") } : {}),
    ...(exchange ? { scopes: mostUsedScope(resources, contract) } : {}),
    ...(given.length === 0
      ? {}
      : { credentials: Object.fromEntries(given.map((plan) => printCredential(plan, given))) }),
  };
  const all = Object.keys(options).length === 0 ? "" : expandedLiteral(options);
  return layout(assignment("const api", [`new ${name}(`, all, ")"]));
}

/** The scope that most methods need: what a first client asks for. */
function mostUsedScope(
  resources: ClientPlan["resources"],
  { scopes }: ClientPlan["contract"],
): readonly string[] {
  const needs = resources.flatMap(({ methods }) => methods.map(({ listing }) => listing.scopes));
  const counted = scopes.map(({ name }) => ({
    name,
    uses: needs.filter((need) => need === codeSpan(name)).length,
  }));
  return counted
    .sort((left, right) => right.uses - left.uses || byText(left.name, right.name))
    .slice(0, 1)
    .map(({ name }) => name);
}

/** What a credential is to the person who has it. */
const SECRETS: Readonly<Record<CredentialPlan["kind"], string>> = {
  apiKey: "API_KEY",
  authorization: "AUTHORIZATION",
  basic: "API_PASSWORD",
  bearer: "API_TOKEN",
  token: "API_TOKEN",
  tokenExchange: "ACCESS_KEY",
};

/** A credential as its option takes it; two of a kind have variables of their own. */
function printCredential(
  { kind, scheme }: CredentialPlan,
  all: readonly CredentialPlan[],
): readonly [string, Literal] {
  const alone = all.filter((other) => SECRETS[other.kind] === SECRETS[kind]).length === 1;
  const own = words(scheme)
    .map((word) => word.toUpperCase())
    .filter((word) => /^[A-Z0-9]+$/.test(word));
  const variable = [SECRETS[kind], ...(alone ? [] : own)].join("_");
  const value = builders.indent([builders.line, `process.env.${variable}!`]);
  const secret = new Source(["() =>", builders.group(value)]);
  return [scheme, kind === "basic" ? { username: "me", password: secret } : secret];
}
