import { expect, test } from "vitest";
import { mutations } from "../mutate/mutate.js";
import { mutantsOf, readBase } from "./accuracy.js";
import { measureTold, toldAgain } from "./measure-told.js";

/** Every third kind of change; all of them belong to `npm run diff:accuracy`. */
const some = mutations.filter((_, index) => index % 3 === 0);

test("what one change does to the client is told with the change", async () => {
  const told = await measureTold(
    readBase("test/diff/mutate/medium.yaml"),
    mutantsOf(readBase("test/diff/mutate/medium.yaml"), 1, some),
  );
  const given = told.filter((one) => toldAgain(one).length > 0);
  expect(given.map(({ row, title, pointer }) => `${row} ${title} ${pointer}`)).toEqual([]);
  expect(told.filter(({ findings }) => findings.length === 1).length).toBeGreaterThanOrEqual(25);
}, 60_000);
