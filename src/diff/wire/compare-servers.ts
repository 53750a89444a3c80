import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/printable.js";
import { withoutParameterNames } from "../../openapi/operations.js";
import { appendPointer } from "../../text/json-pointer.js";
import type { Fact } from "../fact.js";
import { compareDocs } from "./compare-docs.js";
import { isObject, namedEntries, objectMember, textMember, textsOf } from "./document-nodes.js";
import { templateNames } from "./read-operations.js";
import { pathOf, pathPrefixes, readServers, type Servers, type WireServer } from "./read-servers.js";
import { elementOf, type OperationPair, useOf, type WireComparison } from "./wire-comparison.js";

/** Compares the servers that the requests of an operation go to. */
export function compareServers(comparison: WireComparison, pair: OperationPair): void {
  const [oldPrefix, newPrefix] = pathPrefixes(pair);
  const old = readServers(comparison.old, pair.old, oldPrefix);
  const now = readServers(comparison.new, pair.new, newPrefix);
  const base = { element: elementFor(pair, old, now), uses: [useOf(pair, "server", pair.sent)] };
  const add = (fact: Omit<Fact, "element" | "uses">) => {
    comparison.facts.add({ ...fact, ...base });
  };
  const removed = old.servers.filter((server) => !findServer(now, server));
  const added = now.servers.filter((server) => !findServer(old, server));
  const [gone] = removed;
  const [fresh] = added;
  const isReplaced = gone !== undefined && fresh !== undefined && removed.length === 1 && added.length === 1;
  for (const server of removed) {
    const match = now.servers.find((each) => fixedValues(server.address, each.address).size > 0);
    if (match !== undefined) compareFixed(server, match, fixedValues(server.address, match.address), add);
    else if (isReplaced) compareFixed(gone, fresh, droppedValues(gone, fresh), add);
  }
  if (isReplaced) {
    add({
      change: "server.url-changed",
      effect: "other",
      ...sides(gone, fresh),
      arguments: { old: gone.address, new: fresh.address },
    });
    compareVariables(gone, fresh, add);
    compareVariableDocs(comparison, base, gone, fresh);
  } else {
    for (const { url, address, self } of removed)
      add({
        change: "server.removed",
        effect: "narrower",
        old: { pointer: self.pointer, value: url },
        arguments: { url: address },
      });
    for (const { url, address, self } of added)
      add({
        change: "server.added",
        effect: "wider",
        new: { pointer: self.pointer, value: url },
        arguments: { url: address },
      });
  }
  compareDefault(old, now, add);
  for (const server of old.servers) {
    const match = findServer(now, server);
    if (match === undefined) continue;
    for (const [before, after] of matchVariables(server, match))
      if (before !== after)
        add({
          change: "server.variable-renamed",
          effect: "equal",
          ...sides(server, match),
          arguments: { old: before, new: after },
        });
    if (withoutParameterNames(server.url) !== withoutParameterNames(match.url))
      add({
        change: "server.prefix-moved",
        effect: "equal",
        ...sides(server, match),
        arguments: { old: server.url, new: match.url },
      });
    compareVariables(server, match, add);
    compareVariableDocs(comparison, base, server, match);
    compareDocs(comparison, { kind: "server", old: server.self, new: match.self, ...base });
  }
}

/** The values of the variables of an address that are a part of another one now. */
function fixedValues(old: string, now: string): ReadonlyMap<string, string> {
  const found = valuesBetween(old.split(/\{[^{}]+\}/u), now);
  const named = templateNames(old).map((name, index) => [name, found[index] ?? "{}"] as const);
  return new Map(named.filter(([, value]) => !value.includes("{")));
}

/**
 * What a text has between several parts: each time the shortest, of at least one character, and without "/". No list where the text is
 * another one.
 */
function valuesBetween([first = "", ...parts]: readonly string[], text: string): readonly string[] {
  if (!text.startsWith(first)) return [];
  const found: string[] = [];
  let from = first.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const at = isLast ? Math.max(from + 1, text.length - part.length) : text.indexOf(part, from + 1);
    const value = text.slice(from, at);
    if (at < 0 || value.includes("/") || !text.startsWith(part, at)) return [];
    found.push(value);
    from = at + part.length;
  }
  return from === text.length ? found : [];
}

/**
 * The values of the variables that a server on another host no longer has: those in the same position of its path, otherwise the
 * defaults.
 */
function droppedValues(old: WireServer, now: WireServer): ReadonlyMap<string, string> {
  const inPath = fixedValues(pathOf(old.address), pathOf(now.address));
  const [renamed, variables] = [matchVariables(old, now), objectMember(old.self.json, "variables")];
  const names = templateNames(now.address);
  const dropped = templateNames(old.address).filter((name) => !names.includes(renamed.get(name) ?? name));
  return new Map(
    dropped.map((name) => [
      name,
      inPath.get(name) ?? textMember(objectMember(variables, name), "default") ?? "",
    ]),
  );
}

/** A variable that has one value in the address now no longer allows its others. */
function compareFixed(old: WireServer, now: WireServer, values: ReadonlyMap<string, string>, add: Add): void {
  for (const [name, value] of values) {
    const json = objectMember(objectMember(old.self.json, "variables"), name);
    const pointers = [appendPointer(old.self.pointer, "variables", name), now.self.pointer];
    if (json === undefined) continue;
    compareValues(name, textsOf(json, "enum"), [value], pointers, (fact) => {
      if (fact.effect === "narrower") add(fact);
    });
  }
}

type Add = (fact: Omit<Fact, "element" | "uses">) => void;

/** Of a list the first is called, unless the caller chooses another. */
function compareDefault(old: Servers, now: Servers, add: Add): void {
  const [before] = old.servers;
  const [after] = now.servers;
  if (
    before === undefined ||
    after === undefined ||
    findServer({ ...now, servers: [after] }, before) !== undefined
  )
    return;
  // A first server that was replaced or removed is reported as such.
  if (findServer(now, before) === undefined) return;
  add({
    change: "server.default-changed",
    effect: "other",
    ...sides(before, after),
    arguments: { old: before.address, new: after.address },
  });
}

function sides(old: WireServer, now: WireServer): Pick<Fact, "new" | "old"> {
  return {
    old: { pointer: old.self.pointer, value: old.url },
    new: { pointer: now.self.pointer, value: now.url },
  };
}

/** The server of the same address, whatever its variables are called. */
function findServer({ servers }: Servers, { address }: WireServer): WireServer | undefined {
  return (
    servers.find((server) => server.address === address) ??
    servers.find((server) => withoutParameterNames(server.address) === withoutParameterNames(address))
  );
}

/** The variables of two servers: name in the old document → name in the new one. Those of other names follow in their order. */
function matchVariables(old: WireServer, now: WireServer): ReadonlyMap<string, string> {
  const [before, after] = [templateNames(old.address), templateNames(now.address)];
  const fresh = after.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !after.includes(name));
  return new Map(before.map((name) => [name, fresh[gone.indexOf(name)] ?? name]));
}

function elementFor(pair: OperationPair, old: Servers, now: Servers): string {
  if (old.pointer === "#/servers" && now.pointer === "#/servers") return "servers of the contract";
  const pointer = now.pointer === "#/servers" ? old.pointer : now.pointer;
  return elementOf(pair, pointer, "servers");
}

function compareVariables(old: WireServer, now: WireServer, add: Add): void {
  const [before, after] = [old, now].map(
    ({ self }) => new Map(namedEntries(objectMember(self.json, "variables"))),
  );
  const names = matchVariables(old, now);
  for (const [oldName, json] of before ?? []) {
    const name = names.get(oldName) ?? oldName;
    const match = after?.get(name);
    if (!isObject(json) || !isObject(match)) continue;
    const oldPointer = appendPointer(old.self.pointer, "variables", oldName);
    const newPointer = appendPointer(now.self.pointer, "variables", name);
    const [had = "", has = ""] = [textMember(json, "default"), textMember(match, "default")];
    if (had !== has) {
      add({
        change: "server.variable-default-changed",
        effect: "other",
        old: { pointer: oldPointer, value: had },
        new: { pointer: newPointer, value: has },
        arguments: { name: name, old: had, new: has },
      });
    }
    compareValues(name, textsOf(json, "enum"), textsOf(match, "enum"), [oldPointer, newPointer], add);
  }
}

function compareVariableDocs(
  comparison: WireComparison,
  { element, uses }: Pick<Fact, "element" | "uses">,
  old: WireServer,
  now: WireServer,
): void {
  const variablesOf = ({ self }: WireServer) => objectMember(self.json, "variables");
  for (const [name, json] of namedEntries(variablesOf(old))) {
    const match = objectMember(variablesOf(now), name);
    if (!isObject(json) || match === undefined) continue;
    const at = ({ self }: WireServer) => appendPointer(self.pointer, "variables", name);
    compareDocs(comparison, {
      kind: "serverVariable",
      old: { json, pointer: at(old) },
      new: { json: match, pointer: at(now) },
      element: `variable ${codeSpan(name)} of ${element}`,
      uses,
    });
  }
}

/** The values of a variable; none means any. */
function compareValues(
  name: string,
  old: readonly string[],
  now: readonly string[],
  [oldPointer = "", newPointer = ""]: readonly string[],
  add: Add,
): void {
  const at = { old: { pointer: oldPointer }, new: { pointer: newPointer } };
  if (old.length === 0 || now.length === 0) {
    const isLimited = now.length > 0;
    if (isLimited === old.length > 0) return;
    add({
      change: isLimited ? "server.variable-limited" : "server.variable-not-limited",
      effect: isLimited ? "narrower" : "wider",
      ...at,
      arguments: { name, values: (isLimited ? now : old).toSorted(byText) },
    });
    return;
  }
  for (const value of old.filter((each) => !now.includes(each)).sort(byText)) {
    add({ change: "server.variable-value-removed", effect: "narrower", ...at, arguments: { name, value } });
  }
  for (const value of now.filter((each) => !old.includes(each)).sort(byText)) {
    add({ change: "server.variable-value-added", effect: "wider", ...at, arguments: { name, value } });
  }
}
