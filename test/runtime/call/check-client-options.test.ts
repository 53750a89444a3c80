import { ExternalApi } from "../../../generated/external-api/index.js";
import { expect, it } from "vitest";
import { checkClientOptions } from "../../../src/runtime/call/check-client-options.js";

it.each<[string, object, string]>([
  ["a misspelt store", { intens: {} }, 'The client has no option "intens".'],
  ["several", { timeout: 1, region: "eu" }, 'The client has no option "timeout", "region".'],
  ["what every object has", { constructor: 1 }, 'The client has no option "constructor".'],
  ["a misspelt bound of repeats", { retry: { attemps: 1 } }, '`retry` has no option "attemps".'],
  ["a misspelt hook", { hooks: { retri: () => undefined } }, '`hooks` has no option "retri".'],
  ["a misspelt list of what is shown", { show: { header: [] } }, '`show` has no option "header".'],
])("refuses %s", (_, options, want) => {
  expect(() => {
    checkClientOptions(options, ["intents"]);
  }).toThrow(want);
});

it("takes what all clients have, what this one has, and what is undefined", () => {
  const options = {
    deadline: "1m",
    retry: { attempts: 1 },
    show: { headers: [] },
    intents: {},
    region: undefined,
  };
  expect(() => {
    checkClientOptions(options as object, ["intents"]);
  }).not.toThrow();
});

it("is asked by a generated client, which knows its own options", () => {
  const options = {
    baseUrl: "https://platform.example",
    accessKey: "k",
    scopes: ["cabinet:read"],
    intentRetention: "7d",
  } as const;
  expect(() => new ExternalApi(options)).not.toThrow();
  const misspelt = { ...options, intens: {} };
  expect(() => new ExternalApi(misspelt)).toThrow(
    'The client has no option "intens". Check the spelling; leave out what the client does not take.',
  );
});
