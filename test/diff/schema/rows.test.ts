import { describe, expect, test } from "vitest";
import { schemaFindings } from "./compare-schemas.js";
import { rows } from "./rows.js";

describe("rows of the catalogue", () => {
  test.each(rows)("%s", (_row, old, now, request, response) => {
    expect(schemaFindings(old, now, "request")).toEqual(request);
    expect(schemaFindings(old, now, "response")).toEqual(response);
  });
});
