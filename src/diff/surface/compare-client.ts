import type { ClientPlan } from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { member } from "./client-types.js";
import type { PairExplainer } from "./explain-pairs.js";
import type { Anchor } from "./position.js";

const OF_CLIENT: Anchor = { within: [], described: { source: { kind: "client" }, path: [] } };

/** Compares the class of the client, and what it takes to make one. */
export function compareClient(old: ClientPlan, now: ClientPlan, explain: PairExplainer): void {
  if (old.name !== now.name)
    explain.add({
      rule: "sdk.client-renamed",
      level: "breaking",
      element: "the class of the client",
      arguments: { from: old.name, to: now.name },
      names: { old: old.name, new: now.name },
      roles: [],
      anchors: { old: [], new: [] },
    });
  const position = {
    owner: "the options of the client",
    name: `${old.name}Options`,
    path: [],
    old: OF_CLIENT,
    now: OF_CLIENT,
  };
  explain.compare(constructorOptions(old), constructorOptions(now), "constructed", position);
  if (old.connection.options.allOptional && old.connection.server.absolute && !takesNothing(now))
    explain.add({
      rule: "sdk.parameter-required",
      level: "breaking",
      element: `class \`${old.name}\``,
      arguments: { name: "options", position: 1 },
      names: { old: old.name, new: now.name },
      roles: ["constructed"],
      anchors: { old: [], new: [] },
    });
  compareValues("Scope", old, now, explain);
  compareValues("ProblemCode", old, now, explain);
}

function takesNothing({ connection: { options } }: ClientPlan): boolean {
  return options.allOptional;
}

/** What the constructor takes: where the contract names no host, `serverUrl` may be given in place of `baseUrl`. */
function constructorOptions({ name, connection: { server } }: ClientPlan): TypePlan {
  const options: TypePlan = { kind: "name", name: `${name}Options` };
  if (server.absolute) return options;
  const without: TypePlan = {
    kind: "name",
    name: "Omit",
    arguments: [options, { kind: "literal", value: "baseUrl" }],
  };
  const alone: TypePlan = {
    kind: "object",
    members: [member("serverUrl", { kind: "keyword", name: "string" })],
  };
  return { kind: "union", members: [options, { kind: "intersection", members: [without, alone] }] };
}

/** Scopes are given, and problem codes are compared with. */
function compareValues(
  name: "ProblemCode" | "Scope",
  old: ClientPlan,
  now: ClientPlan,
  explain: PairExplainer,
): void {
  const values = ({ contract: { scopes, codes } }: ClientPlan) =>
    name === "Scope" ? scopes.map((scope) => scope.name) : codes;
  const [before, after] = [values(old), values(now)];
  // A name that comes or goes as a whole is told of as an export.
  if (before.length === 0 || after.length === 0) return;
  const type: TypePlan = { kind: "name", name };
  const position = {
    owner: `\`${name}\``,
    name,
    path: [],
    old: OF_CLIENT,
    now: OF_CLIENT,
  };
  explain.compare(type, type, "constructed", position);
  if (name === "ProblemCode") explain.compare(type, type, "read", position);
}
