import { expect, test } from "vitest";
import { stepAfter } from "../../../src/runtime/errors/response-errors.js";

test.each([
  [400, "correct the request"],
  [403, "ask the server's operator"],
  [405, "ask the server's operator"],
  [408, "try again later"],
  [413, "correct the request"],
  [425, "try again later"],
  [451, "ask the server's operator"],
  [500, "try again later"],
  [501, "ask the server's operator"],
  [503, "try again later"],
  [505, "ask the server's operator"],
])("the step after %i is to %s", (status, want) => {
  expect(stepAfter(status)).toBe(want);
});
