import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { corpusFolder } from "../corpus/corpus.js";
import { isObject, type Json, type JsonObject } from "../determinism/json-tree.js";
import { repository } from "../support/repository.js";
import { copyOf } from "./json-nodes.js";
import type { Random } from "./random.js";

const fixtures = ["fixtures/external-api/openapi.yaml", "fixtures/media/openapi.yaml"];

/** Published contracts of one file and less than 80 kB. */
const published = [
  "cafe.yaml",
  "full31.yaml",
  "museum.yaml",
  "oai-callback-example.yaml",
  "oai-link-example.yaml",
  "oai-petstore.yaml",
  "oai31-tictactoe.yaml",
  "oai31-webhook-example.yaml",
  "petstore-swagger.yaml",
];

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** Contracts to mutate: those of the fixtures, and the small ones of the corpus where there is one. */
export function readBaseContracts(): readonly JsonObject[] {
  return [
    ...fixtures.map((path) => join(repository, path)),
    ...published.map((path) => join(corpusFolder, path)),
  ]
    .filter((path) => existsSync(path))
    .map((path) => parse(readFileSync(path, "utf8")) as JsonObject);
}

/** A copy with one to four operations of the contract, and the components that they lead to. */
export function sliceContract(contract: JsonObject, random: Random): JsonObject {
  const paths = isObject(contract["paths"]) ? contract["paths"] : {};
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    isObject(item)
      ? Object.keys(item)
          .filter((method) => methods.has(method))
          .map((method) => ({ path, method }))
      : [],
  );
  const chosen = random.some(operations, random.between(1, 4));
  const kept: JsonObject = {};
  for (const [path, item] of Object.entries(paths)) {
    const own = chosen.filter((one) => one.path === path).map(({ method }) => method);
    if (own.length === 0 || !isObject(item)) continue;
    const members = Object.entries(item).filter(([name]) => !methods.has(name) || own.includes(name));
    kept[path] = Object.fromEntries(members);
  }
  const slice: JsonObject = { ...contract, paths: kept };
  const components = contract["components"];
  if (isObject(components)) slice["components"] = reachable(components, slice);
  return copyOf(slice);
}

/** Security schemes, and what is referred to, from one component to the next. */
function reachable(components: JsonObject, contract: JsonObject): JsonObject {
  const wanted = new Map<string, Set<string>>();
  const waiting: Json[] = [{ ...contract, components: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, kind = "", name = ""] of JSON.stringify(next).matchAll(
      /"#\/components\/([^/"]+)\/([^/"]+)/gu,
    )) {
      const names = wanted.get(kind) ?? new Set<string>();
      wanted.set(kind, names);
      const group = components[kind];
      const target = isObject(group) ? group[name] : undefined;
      if (names.has(name) || target === undefined) continue;
      names.add(name);
      waiting.push(target);
    }
  }
  return Object.fromEntries(
    Object.entries(components).flatMap(([kind, group]) => {
      if (!isObject(group)) return [];
      if (kind === "securitySchemes") return [[kind, group]];
      const names = Object.entries(group).filter(([name]) => wanted.get(kind)?.has(name));
      return names.length === 0 ? [] : [[kind, Object.fromEntries(names)]];
    }),
  );
}
