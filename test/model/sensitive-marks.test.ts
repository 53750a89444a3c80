import { expect, test } from "vitest";
import type { JsonObject } from "../../src/load/loaded-contract.js";
import type { SchemaNode } from "../../src/model/schema-model.js";
import { isMarkedSensitive, isNamedSecret, unclearMarks } from "../../src/model/sensitive-marks.js";

test.each<readonly [JsonObject, boolean]>([
  [{ "x-sensitive": true }, true],
  [{ "x-pii": "phone" }, true],
  [{ "X-Acme-PII": { category: "phone" } }, true],
  [{ "x-secret": "no" }, false],
  [{ "x-secret": false }, false],
  [{ "x-sensitive-data": [] }, false],
  [{ "x-data-classification": "Personal" }, true],
  [{ "x-data-classification": "Public" }, false],
  [{ "x-acme-classification": true }, false],
  [{ "x-data-classification": { level: "confidential", category: "personal-data" } }, true],
  [{ "x-data-classification": { level: "internal", retention: 7 } }, false],
  [{ "x-data-classification": ["public", "pii"] }, true],
  [{ "x-data-category": "pii" }, true],
  [{ "x-privacy": { pii: true } }, true],
  [{ "x-privacy": { pii: false } }, false],
  [{ "x-gdpr": "personal" }, true],
  [{ "x-gdpr": "none" }, false],
  [{ "x-pii": { masked: false } }, false],
  [{ "x-log": "never" }, true],
  [{ "x-log": false }, true],
  [{ "x-log": "debug" }, false],
  [{ "x-log": true }, false],
  [{ "x-secretary": true }, false],
  [{ sensitive: true }, false],
])("[SEC-1] %j marks a sensitive value: %j", (given, want) => {
  expect(isMarkedSensitive(given)).toBe(want);
});

test.each<readonly [JsonObject, readonly string[]]>([
  [{ "x-data-classification": "red" }, ["x-data-classification"]],
  [{ "x-acme-privacy": { level: 3 } }, ["x-acme-privacy"]],
  [{ "x-data-classification": true }, ["x-data-classification"]],
  [{ "x-data-classification": "red", "x-pii": true }, []],
  [{ "x-data-classification": "public" }, []],
  [{ "x-pii": false, "x-log": "debug", "x-other": "red" }, []],
])("[SEC-1] %j does not say whether it marks something: %j", (given, want) => {
  expect(unclearMarks(given)).toEqual(want);
});

const node = (kind: "boolean" | "string") => ({ type: { kind } }) as SchemaNode;

test.each(
  "stream_key streamKey secret_token secretToken secret app_secret consumerSecret secretValue secret_access_key auth_key encryptionKey shared_key sas_key session_key authToken id_token user_token csrf-token passcode one_time_passcode 2faToken 2fa_token mfaToken otp_token user_2fa_token passCode door_pass_code masterKey republic_master_key public_private_key publicSecretKey jwt compact_jwt cvc card_cvv".split(
    " ",
  ),
)("[SEC-1] a text `%s` is a secret by its name", (name) => {
  expect(isNamedSecret(name, node("string"))).toBe(true);
  expect(isNamedSecret(name, node("boolean"))).toBe(false);
});

test.each(
  "key key_id keyId public_key publicEncryptionKey publicMasterKey public_api_key site_public_signing_key boardingPassCode skiPassCode 2faTokenType partition_key tag_key kms_key token_type token tokenCount page_token nextPageToken client_token request_token continuationToken secret_count secret_name secretArn secret_id secret_key_url secretary passenger boarding_pass jwt_issuer cvc_check stream_keys streamKeyId".split(
    " ",
  ),
)("[SEC-1] a text `%s` is no secret by its name", (name) => {
  expect(isNamedSecret(name, node("string"))).toBe(false);
});
