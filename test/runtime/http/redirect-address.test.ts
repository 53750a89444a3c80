import { expect, it } from "vitest";
import { redirectAddress } from "../../../src/runtime/call/follow-redirect.js";
import { createStriker, strikeFrom } from "../../../src/runtime/secrets/striker.js";

const BASE = "https://api.example/files/1?key=a";

function addressOf(location: string | undefined, ...secrets: readonly string[]): string | undefined {
  const response = new Response(null, { headers: location === undefined ? {} : { location } });
  const striker = createStriker();
  striker.add(secrets);
  strikeFrom(response, striker);
  return redirectAddress(response.headers, BASE);
}

it.each([
  ["an absolute URL", "https://files.example/2?part=1", "https://files.example/2?part=1"],
  ["a relative one, without the query that was sent", "../2", "https://api.example/2"],
  ["no address", undefined, undefined],
  ["what is not a URL", "https://", undefined],
])("%s", (_, location, want) => {
  expect(addressOf(location)).toBe(want);
});

it.each([
  ["as it is", 'p"a@ss: word/1'],
  ["percent-encoded", "p%22a%40ss%3A%20word%2F1"],
  ["as a URL writes it", "p%22a@ss:%20word/1"],
])("[SEC-1] holds no credential of the call that the server repeats: %s", (_, echo) => {
  const address = addressOf(`https://files.example/1?k=${echo}&z=1`, 'p"a@ss: word/1');
  expect(decodeURIComponent(address ?? "")).not.toContain("word");
  expect(address).toMatch(/&z=1$/);
});
