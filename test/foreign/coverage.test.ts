import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { rules } from "../conformance/rules.js";
import { contracts } from "./world.js";

const suite = ["promises.test.ts", "versions.test.ts"]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n");
const proven = new Set([...suite.matchAll(/\[([A-Z]{3}-\d+)\]/g)].map(([, id]) => id));

const read = (name: string, file: string) =>
  readFileSync(new URL(`../../fixtures/foreign/${name}/${file}`, import.meta.url), "utf8");

test.each(contracts)("the client of $dialect.name is driven through every rule", ({ dialect: { name } }) => {
  expect(rules.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
  expect(read(name, "README.md")).toContain(`${rules.length} of ${rules.length} rules`);
});

/** A client of a configuration file: what it decides, by operation and key. */
interface Configured {
  readonly operations: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

test.each(contracts)(
  "the README of $dialect.name lists each override with what the document lacks",
  ({ dialect: { name } }) => {
    const { clients } = parse(read(name, "cabinetry.yaml")) as { clients: Record<string, Configured> };
    const client = clients[name];
    expect(Object.keys(client ?? {})).toEqual(["contract", "out", "operations"]);
    const overrides = Object.entries(client?.operations ?? {}).flatMap(([operation, keys]) =>
      Object.entries(keys).map(([key, values]) => [operation, `${key}: ${values.join(", ")}`]),
    );
    const rows = [...read(name, "README.md").matchAll(/^\| `([^`]+)` +\| `(\w+: [^`]+)` +\| \S.* \|$/gmu)];
    expect(rows.map(([, operation, override]) => [operation, override])).toEqual(overrides);
  },
);
