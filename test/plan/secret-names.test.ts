import { describe, expect, test } from "vitest";
import type { SchemaNode } from "../../src/model/schema-model.js";
import { findNamedSecrets } from "../../src/plan/secret-names.js";
import { sensitiveFields } from "../../src/runtime/secrets/sensitive-fields.js";
import { planOf } from "./plan-of.js";

const isNamedSecret = findNamedSecrets([]);
const node = (kind: "boolean" | "string", ...examples: readonly string[]) =>
  // The cast stands for the rest of a schema, which the function under test does not read.
  ({ type: { kind }, doc: { examples } }) as unknown as SchemaNode;

test.each(
  "stream_key streamKey secret_token secretToken secret app_secret consumerSecret secretValue secret_access_key auth_key encryptionKey shared_key sas_key session_key authToken id_token user_token csrf-token passcode one_time_passcode 2faToken 2fa_token mfaToken otp_token user_2fa_token passCode door_pass_code masterKey republic_master_key public_private_key publicSecretKey jwt compact_jwt cvc card_cvv event_password rail_password season_passcode boardingPassCode skiPassCode non_public_api_key notPublicSigningKey nonpublic_api_key otp OTP loginOtp otp_code otpCode totp totp_code mfa_code mfaCode two_factor_code two_factor_token twoFactorAuthenticationCode multi_factor_auth_code 2fa_code 2faCode tfa_code twoFACode one_time_code oneTimeToken hotp apikey accesstoken authtoken clientsecret privatekey secretkey pwd admin_pwd".split(
    " ",
  ),
)("[SEC-1] a text `%s` is a secret by its name", (name) => {
  expect(isNamedSecret(name, node("string"), false)).toBe(true);
  expect(isNamedSecret(name, node("boolean"), false)).toBe(false);
});

test.each(
  "key key_id keyId public_key publicEncryptionKey publicMasterKey public_api_key site_public_signing_key 2faTokenType otp_enabled otpAttempts otp_type otp_length totp_url mfa_codes_left code error_code time_code hotpot two_factor two_factor_method 2fa one_time factor_code country_code public_access_key partition_key tag_key kms_key token_type token tokens new_token tokenCount pagetoken turkey monkey publickey page_token nextPageToken client_token request_token continuationToken secret_count secret_name secretArn secret_id secret_key_url secretary passenger boarding_pass jwt_issuer cvc_check stream_keys streamKeyId".split(
    " ",
  ),
)("[SEC-1] a text `%s` is no secret by its name", (name) => {
  expect(isNamedSecret(name, node("string"), false)).toBe(false);
});

test("[SEC-1] a text whose examples are those of a flag is no secret", () => {
  const secret = (...examples: readonly string[]) =>
    isNamedSecret("change_password", node("string", ...examples), true);
  expect([secret("on"), secret("True", "false"), secret("on", "x1"), secret()]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("[SEC-1] `token` alone is a secret in a body, and may be a position elsewhere", () => {
  const secret = (name: string, isMember: boolean) => isNamedSecret(name, node("string"), isMember);
  expect([secret("token", true), secret("Token", true), secret("tokens", true)]).toEqual([true, true, false]);
  expect(secret("token", false)).toBe(false);
});

describe("[SEC-1] what is masked by its name", () => {
  const components = [
    "Text: { type: string, minLength: 1 }",
    "KeyArn: { type: string }",
    "Perhaps: { oneOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }] }",
    "State: { enum: [set, unset] }",
    "Policy: { type: object, properties: { length: { type: integer } } }",
    "Held: { type: object, properties: { value: { $ref: '#/components/schemas/Text' }, hash: { type: object } } }",
    "Loop: { anyOf: [{ type: integer }, { type: array, items: { $ref: '#/components/schemas/Loop' } }] }",
  ].join(", ");
  const planned = (members: string, parameters = "") =>
    planOf(`
paths:
  /sign-in:
    post:
      operationId: signIn
      parameters: [${parameters}]
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${members} } } } } }
      responses: { '200': { description: '' } }
components: { schemas: { ${components} } }`).traits.contract.sensitive?.facts;
  const to = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;

  test.each([
    ["a reference", "password", to("Text")],
    ["a reference to what may be null", "client_secret", to("Perhaps")],
    ["allOf", "api_key", `{ description: It, allOf: [${to("Text")}] }`],
    ["allOf of two", "api_key", `{ allOf: [${to("Text")}, { description: It }, { maxLength: 9 }] }`],
    ["oneOf with null", "access_token", `{ oneOf: [${to("Text")}, { type: 'null' }] }`],
    ["anyOf with null", "secret", `{ anyOf: [{ type: 'null' }, ${to("Text")}] }`],
    ["text or an object", "secret", `{ oneOf: [${to("Policy")}, ${to("Text")}] }`],
    ["a list in the plural", "secrets", "{ type: array, items: { type: string } }"],
    ["a list of references", "api_keys", `{ type: array, items: ${to("Text")} }`],
    ["a list that may be null", "accessTokens", "{ type: [array, 'null'], items: { type: string } }"],
    ["a list in the singular", "password", "{ type: array, items: { type: string } }"],
    ["a tuple", "passwords", "{ type: array, prefixItems: [{ type: string }] }"],
    ["a map", "secrets", "{ type: object, additionalProperties: { type: string } }"],
    ["a list of anything", "client_secrets", "{ type: array }"],
    ["anything", "password", "{ description: It }"],
    ["an object with its value", "password", to("Held")],
    ["a list of objects with their values", "secrets", `{ type: array, items: ${to("Held")} }`],
  ])("%s: %s", (_, name, schema) => {
    expect(planned(`${name}: ${schema}, other: ${schema}`)).toEqual([name]);
  });

  test.each([
    ["an enum", "password", to("State")],
    ["an object about it", "password", to("Policy")],
    ["text in the plural", "secrets", to("Text")],
    ["a flag or a number", "secret", "{ oneOf: [{ type: boolean }, { type: integer }] }"],
    ["a list of objects about it", "secrets", `{ type: array, items: ${to("Policy")} }`],
    ["a schema of itself without text", "secret", to("Loop")],
    ["an ARN", "encryption_key", to("KeyArn")],
    ["names of what is missing", "missing_secrets", "{ type: array, items: { type: string } }"],
    ["names of secrets", "secretNames", "{ type: array, items: { type: string } }"],
  ])("not %s: %s", (_, name, schema) => {
    expect(planned(`${name}: ${schema}`)).toBeUndefined();
  });

  test.each([
    [
      "access: { type: string }, refresh: { type: string }, access_expires: { type: integer }",
      ["access", "refresh"],
    ],
    ["access: { type: string }", undefined],
    ["access: { type: string }, refresh: { type: boolean }", undefined],
    ["access: { type: string, enum: [read, write] }, refresh: { type: string }", undefined],
    ["access: { type: string }, refresh: { type: [string, 'null'] }", ["access", "refresh"]],
    [`access: ${to("Text")}, refresh: ${to("Perhaps")}`, ["access", "refresh"]],
    [`access: ${to("Text")}, refresh: ${to("State")}`, undefined],
    [`access: ${to("Policy")}, refresh: ${to("Loop")}`, undefined],
    [
      "access: { type: string, example: eyJ... }, refresh: { type: string, format: jwt }",
      ["access", "refresh"],
    ],
    ["access: { type: string, format: date-time }, refresh: { type: string, format: date-time }", undefined],
    ["access: { type: string, format: uri }, refresh: { type: string }", undefined],
    ["access: { type: string, description: public or private }, refresh: { type: string }", undefined],
    [
      "access: { type: string, description: A token that is not public }, refresh: { type: string }",
      ["access", "refresh"],
    ],
    ["access: { type: string }, refresh: { type: string, example: 5m }", undefined],
  ])("a pair of tokens: { %s }", (members, want) => {
    expect(planned(members)).toEqual(want);
  });

  test("parameters with a reference", () => {
    expect(planned("", `{ in: query, name: api_key, schema: ${to("Text")} }`)).toEqual(["api_key"]);
  });

  test("in what errors show, and in what the server repeats of a request", () => {
    const list = `{ type: array, items: ${to("Text")} }`;
    const fields = sensitiveFields(planned(`password: ${to("Text")}, api_keys: ${list}`) ?? []);
    const bodyValue = { password: "hunter2", api_keys: ["k1", "k2"], name: "Wanda" };
    expect(fields.mask({ errors: [bodyValue] })).toEqual({
      errors: [{ password: "[hidden]", api_keys: "[hidden]", name: "Wanda" }],
    });
    expect(fields.find({ given: [], bodyValue })).toEqual(["hunter2", "k1", "k2"]);
  });
});
