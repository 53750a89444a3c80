import { type Found, found } from "../diagnostics/found.js";
import { expect, test } from "vitest";
import { planOf } from "./plan-of.js";
import { backgroundContract } from "./service/background-contract.js";
import { planUnder } from "./service/overrides/configured.js";

const TEXT = "{ description: '', content: { text/plain: { schema: { type: string } } } }";
/** As `default` alone it is for errors, which the model tells. */
const FAILURE = "{ content: { application/problem+json: { schema: { type: string } } } }";
const read = (path: string, responses: string, method = "get"): string => `
  ${path}: { ${method}: { tags: [files], responses: ${responses} } }`;
const told = (at: string, pointer: string, method = "GET"): Found => [
  "response/no-content",
  `#/paths/${pointer}`,
  { operation: `${method} ${at}` },
];

test.each([
  { given: read("/a", "{ '200': {} }"), want: [told("/a", "~1a/get/responses/200")] },
  {
    given: read("/a", `{ '204': {}, '206': {}, '404': ${TEXT} }`),
    want: [told("/a", "~1a/get/responses/206")],
  },
  { given: read("/a", "{ default: {} }"), want: [told("/a", "~1a/get/responses/default")] },
  {
    given: read("/a", "{ '200': {} }") + read("/b", `{ '200': ${TEXT} }`) + read("/c", "{ '2XX': {} }"),
    want: [told("/a", "~1a/get/responses/200"), told("/c", "~1c/get/responses/2XX")],
  },
  { given: read("/a", `{ '404': ${TEXT} }`), want: [told("/a", "~1a/get")] },
  { given: read("/a", `{ '404': ${FAILURE}, default: ${FAILURE} }`), want: [] },
  { given: read("/a", "{ '204': {}, '205': {} }"), want: [] },
  { given: read("/a", "{ '302': {} }"), want: [] },
  { given: read("/a", `{ '200': {}, '206': ${TEXT} }`), want: [] },
  { given: read("/a", `{ '200': ${TEXT}, default: {} }`), want: [] },
  { given: read("/a", "{ '200': {} }", "head"), want: [] },
  {
    given: read("/a", "{ '200': {} }", "post"),
    want: [told("/a", "~1a/post/responses/200", "POST")],
  },
  {
    given: read("/a", "{ '200': {} }", "post") + read("/b", "{ '200': {} }"),
    want: [told("/a", "~1a/post/responses/200", "POST"), told("/b", "~1b/get/responses/200")],
  },
  { given: read("/a", "{ '201': {} }", "post"), want: [] },
  { given: read("/a", "{ '200': {} }", "delete"), want: [] },
])("$given", ({ given, want }) => {
  expect(found(planOf(`\npaths:${given}`).diagnostics)).toEqual(want);
});

const bare = (status: string, described: string): readonly Found[] => [
  [
    "response/bare-success",
    `#/paths/~1a/post/responses/${status}`,
    { operation: "POST /a", status, described },
  ],
];

test.each([
  [`{ '200': ${TEXT}, '201': {} }`, "post", bare("201", "200")],
  [`{ '200': {}, '201': ${TEXT} }`, "post", bare("200", "201")],
  [`{ '200': ${TEXT}, '206': {} }`, "post", []],
  [`{ '200': ${TEXT}, '204': {} }`, "post", []],
  [`{ '200': ${TEXT}, '201': ${TEXT} }`, "post", []],
  [`{ '200': ${TEXT}, '201': {} }`, "put", []],
])("a success without content beside one with content: %s of a %s", (responses, method, want) => {
  expect(found(planOf(`\npaths:${read("/a", responses, method)}`).diagnostics)).toEqual(want);
});

test("an operation that is followed in the background returns its outcome", async () => {
  const contract = backgroundContract({
    headers: "Work: { schema: { type: string } }",
    content: "",
    started: "200",
  });
  const line = "operations: { startExport: { background: { status: getJob, id: { header: Work } } } }";
  const told = async (keys: string) => found((await planUnder(contract, keys)).diagnostics).map(([id]) => id);
  expect(await told("")).toContain("response/no-content");
  expect(await told(line)).not.toContain("response/no-content");
});
