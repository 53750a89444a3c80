import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { createManualClock, scopes, startSandbox } from "../../src/sandbox/index.js";
import { connect } from "./connect.js";
import {
  expectProblem,
  startWrongWorld,
  useWrongWorld,
  type Sent,
  type WrongRow,
  type WrongWorld,
} from "./wrong-requests.js";

const world = useWrongWorld("file");

/** Another user than the one that the world's JWT is of. */
const ben = () => world().sandbox.users[1]?.userId ?? "";

describe("a JWT", () => {
  const call = (token: (w: WrongWorld) => Promise<string>) => async (w: WrongWorld) =>
    w.send("/capabilities", { token: await token(w) });
  const claimsOf = async (w: WrongWorld) => decodeJwt(await w.issueToken({}));
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const sign = async (claims: object) => {
    const { privateKey } = await generateKeyPair("ES256");
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", typ: "at+jwt" }).sign(privateKey);
  };
  const withHeader = (header: Sent["headers"]) => (w: WrongWorld) =>
    w.send("/capabilities", { token: null, ...(header === undefined ? {} : { headers: header }) });

  test.each<WrongRow>([
    ["is missing", withHeader({}), [401, "token_missing", false]],
    ["is empty", withHeader({ authorization: "Bearer " }), [401, "token_missing", false]],
    [
      "is in another scheme",
      withHeader({ authorization: "Basic dXNlcjpwYXNz" }),
      [401, "token_missing", false],
    ],
    ["is no JWT", call(() => Promise.resolve("abc")), [401, "token_invalid", false]],
    ["is signed by somebody else", call(async (w) => sign(await claimsOf(w))), [401, "token_invalid", false]],
    [
      "is for another audience",
      call(async (w) => sign({ ...(await claimsOf(w)), aud: "https://other.example" })),
      [401, "token_invalid", false],
    ],
    [
      "is signed by nobody",
      call(async (w) => `${encode({ alg: "none" })}.${encode(await claimsOf(w))}.`),
      [401, "token_invalid", false],
    ],
    [
      "has claims that were changed",
      call(async (w) => {
        const [header, , signature] = (await w.issueToken({})).split(".");
        return `${header}.${encode({ ...(await claimsOf(w)), sub: ben() })}.${signature}`;
      }),
      [401, "token_invalid", false],
    ],
    [
      "has a signature that was changed",
      call(async (w) => {
        const token = await w.issueToken({});
        const at = token.length - 20;
        return token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      }),
      [401, "token_invalid", false],
    ],
    [
      "is of another sandbox",
      call(async () => {
        const other = await startSandbox({ clock: createManualClock() });
        const { token } = await connect(other);
        await other.close();
        return token;
      }),
      [401, "token_invalid", false],
    ],
    ["is an access key", call((w) => Promise.resolve(w.sandbox.accessKey)), [401, "token_invalid", false]],
    [
      "is another user's access key",
      call((w) =>
        Promise.resolve(w.sandbox.issueKey({ scopes, mode: "all_current", userId: ben() }).accessKey),
      ),
      [401, "token_invalid", false],
    ],
    [
      "is of a key that was revoked",
      call(async (w) => {
        const { accessKey, credentialId } = w.sandbox.issueKey({ scopes, mode: "all_current" });
        const { token } = await connect(w.sandbox, { accessKey });
        w.sandbox.revokeKey(credentialId);
        return token;
      }),
      [401, "token_invalid", false],
    ],
  ])("[TOK-9] %s", async (_name, request, want) => {
    const received = await request(world());
    await expectProblem(world(), received, want);
    const challenge = want[1] === "token_missing" ? "Bearer" : 'Bearer error="invalid_token"';
    expect(received.headers.get("www-authenticate")).toBe(challenge);
  });

  test("[TOK-9] is 60 minutes old", async () => {
    const own = await startWrongWorld();
    own.clock.advance(3_600_000);
    await expectProblem(own, await own.send("/capabilities"), [401, "token_expired", false]);
    await own.sandbox.close();
  });
});
