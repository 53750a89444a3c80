import { expect, test } from "vitest";
import type { CredentialPlan, ServerPlan } from "../../../../src/plan/typescript/client-plan.js";
import { offeredVariables, planOptions } from "../../../../src/plan/typescript/connection/plan-options.js";

const server: ServerPlan = {
  url: "https://a.example",
  absolute: true,
  others: [],
  variables: [],
  elsewhere: [],
  ofOperations: [],
};
const exchange: CredentialPlan = {
  kind: "tokenExchange",
  scheme: "o",
  description: "",
  what: "",
  exchange: {
    server: undefined,
    resolver: "resolveEndpoint",
    path: "/token",
    grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
    mediaType: undefined,
    subjectTokenType: "urn:acme:params:oauth:token-type:key",
    vendor: undefined,
    resource: undefined,
    audience: undefined,
    responseAt: undefined,
    requestedTokenType: "urn:ietf:params:oauth:token-type:access_token",
    requiresScope: false,
    responseFields: [],
  },
};

test("a server variable offers each of its values once", () => {
  const region = { name: "region", default: "eu", values: ["eu", "us", "eu"] };
  const offered = offeredVariables([{ url: "https://{region}.example", variables: [region] }]);
  const has = { scopes: false, intents: false, limits: false };
  const { members } = planOptions(server, offered, [], has);
  expect(members).toMatchObject([
    {
      name: "serverVariables",
      type: {
        members: [
          {
            name: "region",
            type: {
              kind: "union",
              members: [
                { kind: "literal", value: "eu" },
                { kind: "literal", value: "us" },
              ],
            },
          },
        ],
      },
    },
  ]);
});

test.each([
  { scopes: true, want: "Granted" },
  { scopes: false, want: { kind: "keyword", name: "string" } },
])(
  "[ACC-2] an exchange takes scopes, and has to be given some where the contract has some: $scopes",
  ({ scopes, want }) => {
    const { members, allOptional } = planOptions(server, [], [exchange], {
      scopes,
      intents: false,
      limits: false,
    });
    const [member] = members.filter((each) => each.kind === "property" && each.name === "scopes");
    const type = typeof want === "string" ? { kind: "name", name: want } : want;
    expect(member).toMatchObject({ optional: !scopes, type: { name: "ReadonlyArray", arguments: [type] } });
    expect(allOptional).toBe(false);
  },
);

test.each([
  { vendor: undefined, want: ["accessKey", "scopes"] },
  { vendor: "acme", want: ["accessKey", "vendor", "scopes"] },
])(
  "[TOK-2] the option `vendor` is there only where the contract leaves the word open",
  ({ vendor, want }) => {
    const has = { scopes: true, intents: false, limits: false };
    const given = { ...exchange, exchange: { ...exchange.exchange, vendor } };
    expect(planOptions(server, [], [given], has).names).toEqual(want);
  },
);
