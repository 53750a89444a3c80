import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/load/loaded-contract.js";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.js";
import { resolveDynamic } from "../../../src/model/schema/dynamic-references.js";
import { type Found, found } from "../../diagnostics/found.js";

function diagnosticsOf(document: JsonObject): readonly Found[] {
  const reported: Diagnostic[] = [];
  resolveDynamic(document, reported);
  return found(reported);
}

describe("what dynamic references mean", () => {
  test("is told where an anchor outside of the components would change it", () => {
    const anchor = (type: string) => ({ T: { $dynamicAnchor: "T", type } });
    const inline = { $defs: anchor("number"), $ref: "#/components/schemas/Page" };
    const page = { $defs: anchor("string"), properties: { item: { $dynamicRef: "#T" } } };
    const document = {
      paths: {
        "/a": { get: { responses: { 200: { content: { "application/json": { schema: inline } } } } } },
      },
      components: { schemas: { Page: page } },
    };
    expect(diagnosticsOf(document)).toEqual([
      [
        "schema/inline-dynamic-anchor",
        "#/paths/~1a/get/responses/200/content/application~1json/schema/$defs/T",
        { name: "T" },
      ],
    ]);
  });

  test("is followed up to a bound in contracts that extend each other without end", () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    const schemas = Object.fromEntries(
      names.map((name) => {
        const allOf = names
          .filter((other) => other !== name)
          .map((other) => ({ $ref: `#/components/schemas/${other}` }));
        return [name, { $dynamicAnchor: "node", properties: { c: { $dynamicRef: "#node" } }, allOf }];
      }),
    );
    const ids = diagnosticsOf({ components: { schemas } }).map(([id]) => id);
    expect(ids.filter((id) => id === "schema/dynamic-anchor-limit")).toHaveLength(1);
  });

  test("is told of the first schemas where each leads to all others", () => {
    const schemas = Object.fromEntries(
      [...Array(40).keys()].map((index) => {
        const next = { $ref: `#/components/schemas/S${String((index + 1) % 40)}` };
        return [`S${String(index)}`, { $dynamicAnchor: "n", properties: { c: { $dynamicRef: "#n" }, next } }];
      }),
    );
    const ids = diagnosticsOf({ components: { schemas } }).map(([id]) => id);
    expect(ids).toHaveLength(101);
    expect(ids.at(-1)).toBe("schema/dynamic-references-unlisted");
  });
});
