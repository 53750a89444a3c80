import { describe, expect, test } from "vitest";
import { exchangeForm, receive } from "./connect.js";
import {
  expectProblem,
  expectTokenError,
  jsonBody,
  mebibyte,
  useWrongWorld,
  type WrongExchange,
  type WrongWorld,
} from "./wrong-requests.js";

const world = useWrongWorld("file");

describe("an exchange", () => {
  const form = (w: WrongWorld) =>
    new URLSearchParams(exchangeForm(w.sandbox, w.sandbox.accessKey, "cabinet:read"));
  const post = async (w: WrongWorld, init: RequestInit) =>
    receive(await fetch(w.sandbox.tokenUrl, { method: "POST", ...init }));
  const fields = [
    "grant_type",
    "subject_token_type",
    "subject_token",
    "requested_token_type",
    "resource",
    "scope",
  ];
  const refused = [400, "invalid_request"] as const;

  test.each<WrongExchange>([
    ...fields.map((field): WrongExchange => [
      `without ${field}`,
      (w) => w.exchange({ [field]: undefined }),
      refused,
    ]),
    ...fields.map((field): WrongExchange => [
      `with an empty ${field}`,
      (w) => w.exchange({ [field]: "" }),
      refused,
    ]),
    ...fields.map((field): WrongExchange => [
      `with ${field} twice`,
      (w) => {
        const twice = form(w);
        twice.append(field, twice.get(field) ?? "");
        return post(w, { body: twice });
      },
      refused,
    ]),
    [
      "with another grant type",
      (w) => w.exchange({ grant_type: "client_credentials" }),
      [400, "unsupported_grant_type"],
    ],
    [
      "with another vendor's word",
      (w) =>
        w.exchange({ subject_token_type: "urn:other:params:oauth:token-type:external-access-credential" }),
      refused,
    ],
    [
      "of another kind of token",
      (w) => w.exchange({ subject_token_type: "urn:ietf:params:oauth:token-type:access_token" }),
      refused,
    ],
    ["with a key that nobody has", (w) => w.exchange({ subject_token: `cabkey_${"a".repeat(43)}` }), refused],
    ["with a JWT for a key", async (w) => w.exchange({ subject_token: await w.issueToken({}) }), refused],
    [
      "with a key that was revoked",
      async (w) => {
        const { accessKey, credentialId } = w.sandbox.issueKey({
          scopes: ["cabinet:read"],
          mode: "all_current",
        });
        w.sandbox.revokeKey(credentialId);
        return w.exchange({ subject_token: accessKey });
      },
      refused,
    ],
    [
      "for another kind of token",
      (w) => w.exchange({ requested_token_type: "urn:ietf:params:oauth:token-type:refresh_token" }),
      refused,
    ],
    [
      "for another resource",
      (w) => w.exchange({ resource: "https://elsewhere.example/v1/external" }),
      [400, "invalid_target"],
    ],
    [
      "for the resource with a slash",
      (w) => w.exchange({ resource: `${w.sandbox.apiUrl}/` }),
      [400, "invalid_target"],
    ],
    ["for an unknown scope", (w) => w.exchange({ scope: "cabinet:everything" }), [400, "invalid_scope"]],
    [
      "for a scope that the key lacks",
      (w) => {
        const { accessKey } = w.sandbox.issueKey({ scopes: ["cabinet:read"], mode: "all_current" });
        return w.exchange({ subject_token: accessKey, scope: "cabinet:deals:read" });
      },
      [400, "invalid_scope"],
    ],
    [
      "in JSON",
      (w) => post(w, { headers: jsonBody, body: JSON.stringify(Object.fromEntries(form(w))) }),
      refused,
    ],
    ["without a media type", (w) => post(w, { body: new TextEncoder().encode(form(w).toString()) }), refused],
    [
      "without a body",
      (w) => post(w, { headers: { "content-type": "application/x-www-form-urlencoded" } }),
      refused,
    ],
    [
      "of more than a mebibyte",
      (w) => w.exchange({ padding: "a".repeat(mebibyte) }),
      [413, "invalid_request"],
    ],
  ])("[TOK-1] %s", async (_name, request, want) => {
    await expectTokenError(world(), await request(world()), want);
  });

  test("[TOK-1] by another method is 405", async () => {
    const received = await receive(await fetch(world().sandbox.tokenUrl));
    await expectProblem(world(), received, [405, "method_not_allowed", false]);
    expect(received.headers.get("allow")).toBe("POST");
  });
});
