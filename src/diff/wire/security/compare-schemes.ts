import type { JsonObject } from "../../../load/loaded-contract.js";
import { byText } from "../../../text/by-text.js";
import { codeSpan } from "../../../text/printable.js";
import { appendPointer } from "../../../text/json-pointer.js";
import type { Fact, Use } from "../../fact.js";
import { compareDocs } from "../compare-docs.js";
import { isSameJson, type Located, objectMember, shown, textMember } from "../document-nodes.js";
import {
  credentialOf,
  writtenCredential,
  readSchemes,
  readWaysIn,
  renamedSchemes,
} from "./compare-security.js";
import { type OperationPair, useOf, type WireComparison } from "../wire-comparison.js";

/** Compares the security schemes of the documents: what is declared, and how credentials are sent and fetched. */
export function compareSchemes(comparison: WireComparison, pairs: readonly OperationPair[]): void {
  const old = readSchemes(comparison.old);
  const now = readSchemes(comparison.new);
  const renamed = renamedSchemes(old, now);
  const uses = usesOfSchemes(comparison, pairs);
  const matched = new Set(renamed.values());
  for (const [name, before] of old) {
    const newName = renamed.get(name) ?? name;
    const after = now.get(newName);
    if (after === undefined) addDeclared(comparison, name, "removed", before);
    else {
      const pair = { name, old: before, new: after, uses: uses.get(newName) ?? [] };
      if (newName !== name) addRenamed(comparison, pair, newName);
      compareScheme(comparison, pair);
    }
  }
  for (const [name, after] of now) {
    if (!old.has(name) && !matched.has(name)) addDeclared(comparison, name, "added", after);
  }
}

/** The operations of the new document that take each scheme. */
function usesOfSchemes(
  comparison: WireComparison,
  pairs: readonly OperationPair[],
): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const pair of pairs.filter(({ sent }) => sent === "request")) {
    const names = readWaysIn(comparison.new, pair.new).ways.flatMap((way) => [...way.keys()]);
    for (const name of new Set(names))
      uses.set(name, [...(uses.get(name) ?? []), useOf(pair, "security", pair.sent)]);
  }
  return uses;
}

interface SchemePair {
  readonly name: string;
  readonly old: Located;
  readonly new: Located;
  readonly uses: readonly Use[];
}

function elementFor(name: string): string {
  return `security scheme ${codeSpan(name)}`;
}

function addDeclared(
  { facts }: WireComparison,
  name: string,
  change: "added" | "removed",
  { pointer }: Located,
): void {
  facts.add({
    change: `security-scheme.${change}`,
    effect: "equal",
    element: elementFor(name),
    [change === "added" ? "new" : "old"]: { pointer },
    uses: [],
  });
}

function addRenamed(
  { facts }: WireComparison,
  { name, old, new: now, uses }: SchemePair,
  newName: string,
): void {
  facts.add({
    change: "security-scheme.renamed",
    effect: "equal",
    element: elementFor(name),
    old: { pointer: old.pointer, value: name },
    new: { pointer: now.pointer, value: newName },
    uses,
    arguments: { old: name, new: newName },
  });
}

function compareScheme(comparison: WireComparison, pair: SchemePair): void {
  const [before, after] = [credentialOf(pair.old), credentialOf(pair.new)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [written, rewritten] = [writtenCredential(pair.old), writtenCredential(pair.new)];
  const members = [...names]
    .filter((name) => !isSameJson(before[name], after[name]) && !isSameJson(written[name], rewritten[name]))
    .sort(byText);
  const sides = { element: elementFor(pair.name), uses: pair.uses };
  if (members.length > 0) {
    comparison.facts.add({
      ...sides,
      change: "security-scheme.changed",
      effect: "other",
      old: { pointer: pair.old.pointer, ...shown(written) },
      new: { pointer: pair.new.pointer, ...shown(rewritten) },
      arguments: { members },
    });
  } else if (before["type"] === "oauth2") {
    compareFlows(comparison, pair);
    compareFlowDocs(comparison, pair);
    compareMetadata(comparison, pair);
  }
  compareDocs(comparison, { ...sides, kind: "securityScheme", old: pair.old, new: pair.new });
}

/** Where the addresses of the authorization server are read (RFC 8414); since OpenAPI 3.2. */
function compareMetadata({ facts }: WireComparison, { name, old, new: now, uses }: SchemePair): void {
  const [before, after] = [old, now].map(({ json }) => textMember(json, "oauth2MetadataUrl"));
  if (before === after) return;
  const at = ({ pointer }: Located, value: string | undefined) => ({
    pointer: appendPointer(pointer, "oauth2MetadataUrl"),
    ...shown(value),
  });
  facts.add({
    change: "security-scheme.metadata-url-changed",
    effect: "equal",
    element: elementFor(name),
    ...(before !== undefined && { old: at(old, before) }),
    ...(after !== undefined && { new: at(now, after) }),
    uses,
  });
}

/** The flows of OAuth, and what each has; the flow for devices since OpenAPI 3.2. */
const FLOWS = ["authorizationCode", "clientCredentials", "deviceAuthorization", "implicit", "password"];
const URLS = ["authorizationUrl", "deviceAuthorizationUrl", "refreshUrl", "tokenUrl"];

function compareFlows(comparison: WireComparison, pair: SchemePair): void {
  const flowsOf = ({ json, pointer }: Located, flow: string) => ({
    json: objectMember(objectMember(json, "flows"), flow),
    pointer: appendPointer(pointer, "flows", flow),
  });
  for (const flow of FLOWS) {
    const [old, now] = [flowsOf(pair.old, flow), flowsOf(pair.new, flow)];
    if (old.json !== undefined && now.json !== undefined) {
      compareFlow(
        comparison,
        pair,
        flow,
        { json: old.json, pointer: old.pointer },
        { json: now.json, pointer: now.pointer },
      );
    } else if (old.json !== undefined || now.json !== undefined) {
      const isAdded = now.json !== undefined;
      comparison.facts.add({
        change: `security-scheme.flow-${isAdded ? "added" : "removed"}`,
        effect: isAdded ? "wider" : "narrower",
        element: elementFor(pair.name),
        [isAdded ? "new" : "old"]: { pointer: isAdded ? now.pointer : old.pointer },
        uses: pair.uses,
        arguments: { flow },
      });
    }
  }
}

/** Extensions of flows, and of the object that has them. */
function compareFlowDocs(comparison: WireComparison, { name, old, new: now, uses }: SchemePair): void {
  const at = ({ json, pointer }: Located, keys: readonly string[]): Located => ({
    json: keys.reduce<JsonObject | undefined>(objectMember, json) ?? {},
    pointer: appendPointer(pointer, ...keys),
  });
  for (const keys of [["flows"], ...FLOWS.map((flow) => ["flows", flow])]) {
    const element = `${codeSpan(keys.at(-1) ?? "")} of ${elementFor(name)}`;
    compareDocs(comparison, { kind: "oauthFlow", old: at(old, keys), new: at(now, keys), element, uses });
  }
}

function compareFlow(
  { facts }: WireComparison,
  pair: SchemePair,
  flow: string,
  old: Located,
  now: Located,
): void {
  const add = (
    change: string,
    values: Fact["arguments"],
    keys: readonly string[],
    sides: Pick<Fact, "new" | "old">,
  ) => {
    const at = (side: "new" | "old", { pointer }: Located) => {
      const shownSide = sides[side];
      return shownSide === undefined
        ? {}
        : { [side]: { ...shownSide, pointer: appendPointer(pointer, ...keys) } };
    };
    facts.add({
      change: `security-scheme.${change}`,
      effect: "equal",
      element: elementFor(pair.name),
      uses: pair.uses,
      ...at("old", old),
      ...at("new", now),
      ...(values && { arguments: values }),
    });
  };
  for (const member of URLS) {
    const [before, after] = [textMember(old.json, member), textMember(now.json, member)];
    if (before === after) continue;
    add("url-changed", { flow, member }, [member], sidesOf(before, after));
  }
  const [before, after] = [objectMember(old.json, "scopes") ?? {}, objectMember(now.json, "scopes") ?? {}];
  for (const scope of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(byText)) {
    const [had, has] = [textMember(before, scope), textMember(after, scope)];
    const isOld = Object.hasOwn(before, scope);
    const isNew = Object.hasOwn(after, scope);
    if (isOld && isNew && had === has) continue;
    const change = isOld ? (isNew ? "scope-described" : "scope-undeclared") : "scope-declared";
    add(
      change,
      { scope },
      ["scopes", scope],
      sidesOf(isOld ? (had ?? "") : undefined, isNew ? (has ?? "") : undefined),
    );
  }
}

function sidesOf(old: string | undefined, now: string | undefined): Pick<Fact, "new" | "old"> {
  return {
    ...(old !== undefined && { old: { pointer: "", ...shown(old) } }),
    ...(now !== undefined && { new: { pointer: "", ...shown(now) } }),
  };
}
