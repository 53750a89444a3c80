import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { json, lostIn, pets } from "./lost-contract.js";
import { planUnder } from "./overrides/configured.js";

const MEMBERS =
  "phone: { type: string }, phones: { type: array, items: { type: string } }, mode: { type: string, description: A mode. }, on: { type: boolean }, id: { type: string }, phoneNumber: { type: string }";

/** A contract, whose description, tag or operation has a text. */
const contract = ({ info = "", tag = "", operation = "", members = MEMBERS }) =>
  pets(
    "post",
    `description: "${operation}", requestBody: { ${json(`{ properties: { ${members} } }`)} }, responses: {}`,
    `info: { title: T, version: '1', description: "${info}" }\ntags: [{ name: pets, description: "${tag}" }]`,
  );

const linesOf = (info: string) => lostIn(contract({ info })).flatMap(({ lines }) => lines);

test.each([
  ["Personal data. Do not log.", true],
  ["GDPR: personal data", true],
  ["Number of a line. Do not log.", true],
  ["Personal data (GDPR)", true],
  ["Phone number (PII)", true],
  ["Phone number [personal data].", true],
  ["Phone number (no PII)", false],
  ["A reference. It must not include personally identifiable information (PII).", false],
  ["Sort order (case sensitive)", false],
  ["This field is considered sensitive information.", true],
  ["Treat your personal access token like your password and keep it secret.", true],
  ["Keep this key secret.", true],
  ["The endpoint's signing secret. Format: base64.", true],
  ["The id of a signing secret", false],
  ["Keep it short. The secret of a good name.", false],
  ["Keep it secret and safe.", true],
  ["You don't have to keep it secret.", false],
  ["Never keep it secret.", false],
  ["Store this secret in the vault.", true],
  ["Store this token in the secret manager.", false],
  ["Webhook secret, used for the signature", true],
  ["Webhook secret status", false],
  ["Webhook secret rotation date", false],
  ["Shared secrets are enabled.", false],
  ["It is not considered sensitive.", false],
  ["Never write it to logs.", true],
  ["Do not write to the log.", true],
  ["Masked in logs.", true],
  ["Personal data of others is elsewhere.", false],
  ["Do not log in with it.", false],
  ["Whether to mask in logs.", false],
  ["Personal data: none.", false],
  ["Masked in logs: false.", false],
  ["Input only. The unencrypted PKCS#1 or PKCS#8 PEM-encoded private key of the account.", true],
  ["API key. Your API key identifies your project.", true],
  ["The API key for the account", true],
  ["The primary access key.", true],
  ["The private key. Once stored, it is redacted in responses.", true],
  ["The access key ID of the caller", false],
  ["The id of the private key", false],
  ["API key ID", false],
  ["Whether it has a private key", false],
  ["Encrypted private key", false],
  ["Personally identifiable information, such as an address, should not be used in it.", false],
  ["Do not write it to the change log.", false],
])("a member that is described so is sensitive: %s", (description, isSensitive) => {
  const members = `line: { type: string, description: ${JSON.stringify(description)} }`;
  expect(lostIn(contract({ members })).flatMap(({ lines }) => lines)).toEqual(
    isSensitive ? ['sensitive: ["line"]'] : [],
  );
});

test.each([
  "User or API key used for the request.",
  "Masked API key.",
  "Invalid API key.",
  "User owning the API key.",
  "Api Key count",
  "The status of the Api Key",
  "How a call is authenticated:\n- API key\n- OAuth 2",
])("a text beside a key is no key: %j", (description) => {
  const response = (text: string, format = "") =>
    lostIn(
      pets(
        "get",
        `responses: { '200': { description: P, ${json(`{ properties: { line: { type: string, ${format}description: ${JSON.stringify(text)} } } }`)} } }`,
      ),
    ).flatMap(({ lines }) => lines);
  expect(response(description)).toEqual([]);
  for (const key of ["API key.", "Client Api Key", "Api Key for client"])
    expect(response(key)).toEqual(['sensitive: ["line"]']);
  expect(response("API key.", "format: date-time, ")).toEqual([]);
});

test("of a schema that is described so, a person knows which members are", async () => {
  const given = pets(
    "get",
    `responses: { '200': { description: P, ${json("{ properties: { data: { type: array, items: { $ref: '#/components/schemas/Deal' } } } }")} } }`,
    "components: { schemas: { Deal: { description: 'Personal data: never log it.', properties: { line: { type: string } } } } }",
  );
  const [sign] = lostIn(given);
  expect(sign).toEqual({
    trait: "sensitive",
    shown: 'the description of the schema "Deal" says that it is sensitive',
    missing: "nothing in the contract marks which members are",
    lines: ['sensitive: ["?"]'],
  });
  for (const keys of ["sensitive: [line]", "sensitive: []"])
    expect((await planUnder(given, keys)).traits.lost).toEqual([]);
});

const BOTH = ['sensitive: ["phone", "phones"]'];
const ONE = ['sensitive: ["phone"]'];

test.each([
  ["Do not log keys, tokens, or the values of `phone` and `phones`.", BOTH],
  ["Never log or store `data.phone`, `phones[]` or `GET /pets`; log `id` instead.", BOTH],
  ["When `mode` is `x`, `phone` and `phones` must not be logged.", BOTH],
  ["Keys, `phone`, and `phones`\nmust never be written to logs.", BOTH],
  ["Never write `phone` to a log, unless `mode` allows it.", ONE],
  ["Mask `phone` in logs.", ONE],
  ["`phone` is personal data.", ONE],
  ["**Sensitive fields**: `phone`.", ONE],
  ["* Personal data: `phone`, `phones`", BOTH],
  ["Deals have personal data (`phone`): keep it out of your logs.", ONE],
  ["Sensitive: access keys, JWTs, `phone`.", ONE],
  ["Never log contact names.", []],
  ["`phone` (personal data) is that of the owner, `id` is not.", ONE],
  [
    "Keys, tokens and phone numbers must not be written to logs.",
    ['sensitive: ["phone", "phoneNumber", "phones"]'],
  ],
])("a text of the contract names sensitive values: %s", (text, want) => {
  const written = text.replace("\n", "\\n");
  expect(linesOf(written)).toEqual(want);
  expect(lostIn(contract({ tag: written })).flatMap(({ lines }) => lines)).toEqual(want);
  expect(lostIn(contract({ operation: written })).flatMap(({ lines }) => lines)).toEqual(want);
});

test.each([
  ["Log `phone`."],
  ["Do not log `on`, `password` or ID numbers."],
  ["Do not log in with `phone`."],
  ["If `mode` is sensitive, `id` is empty."],
  ["`mode` is sensitive to case."],
  ["Sensitive data is masked, see `mode`."],
  ["Users must not be logged into two sessions with one `phone`."],
  ["`phone` is not sensitive."],
  ["Deals have no personal data (`phone`)."],
  ["Sensitive data is masked, and more, `phone`."],
])("a text of the contract names none: %s", (text) => {
  expect(linesOf(text)).toEqual([]);
});

test("texts say where they are, beside the descriptions of members", () => {
  const info = "Do not log `phone`.";
  const [sign] = lostIn(contract({ info, tag: "Do not log `phone` and `phones`." }));
  expect(sign?.shown).toBe(
    'the descriptions of the contract and 1 more say that "phone", "phones" are sensitive',
  );
  const mail = "mail: { type: string, description: Sensitive. }, phone: { type: string }";
  const { diagnostics } = planOf(contract({ operation: `${info} Do not log \`mail\`.`, members: mail }));
  expect(diagnostics.filter(({ id }) => id === "trait/sensitive").map((one) => one.arguments)).toEqual([
    {
      shown:
        'the description of "mail" says that it is sensitive, and the description of POST /pets says that "phone" is sensitive',
      missing: "nothing in the contract marks them",
    },
  ]);
  const marked = lostIn(contract({ info, members: "phone: { type: string, x-sensitive: true }" }));
  expect(marked).toEqual([]);
});

test.each([
  ["Contains personal data.", true],
  ["Searches deals and sensitive contact data.", true],
  ["Retrieves sensitive details of a card.", true],
  ["It does not return sensitive data.", false],
  ["Returns deals without sensitive data.", false],
  ["Deletes personal data.", false],
  ["Lists the types of sensitive data.", false],
  ["Lists personal data export jobs.", false],
  ["Gets the list of fields that contain sensitive data.", false],
])("the text of an operation that names no member: %s", async (operation, isSensitive) => {
  const given = contract({ operation });
  expect(lostIn(given).flatMap(({ lines }) => lines)).toEqual(isSensitive ? ['sensitive: ["?"]'] : []);
  const { traits } = await planUnder(given, "sensitive: []");
  expect(traits.lost.filter(({ trait }) => trait === "sensitive")).toEqual([]);
});

test("the text of an operation is named beside what another one masks, and not beside its own", () => {
  const operation = (members: string) =>
    `responses: { '200': { description: R, ${json(`{ properties: { ${members} } }`)} } }`;
  const given = (members: string, other: string) => `paths:
  /pets: { get: { operationId: a, description: Returns personal data., ${operation(members)} } }
  /keys: { get: { operationId: b, ${operation(other)} } }`;
  const KEY = "api_secret: { type: string, writeOnly: true }, secret: { type: string, x-sensitive: true }";
  expect(lostIn(given("name: { type: string }", KEY)).map(({ lines }) => lines)).toEqual([
    ['sensitive: ["?"]'],
  ]);
  expect(lostIn(given(KEY, "name: { type: string }"))).toEqual([]);
});

test("of operations that say so, one is named", () => {
  const get = (id: string) => `get: { operationId: ${id}, description: Has personal data., responses: {} }`;
  expect(lostIn(`paths: { /a: { ${get("a")} }, /b: { ${get("b")} } }`).map(({ shown }) => shown)).toEqual([
    "the descriptions of GET /a and 1 more say that their data is sensitive",
  ]);
});

test.each([
  ["The response has phone numbers. They must not end up in your logs.", ["phone", "phoneNumber", "phones"]],
  ["Has `phone`. It must not be logged.", ["phone"]],
  ["Has telephone numbers; do not write them to logs.", ["phone", "phoneNumber", "phones"]],
  ["Has `phone`. It does not belong in logs.", ["phone"]],
  ["Has `phone`. Requests must not be logged.", []],
  ["Returns `phone`. It does not appear in the activity log.", []],
  ["Has phone numbers. Errors must not appear in logs.", []],
])("what a sentence is about, where the one before names it: %s", (operation, names) => {
  const lines = lostIn(contract({ operation })).flatMap((sign) => sign.lines);
  expect(lines).toEqual(
    names.length === 0 ? [] : [`sensitive: ${JSON.stringify(names).replaceAll(",", ", ")}`],
  );
});

test("what the description of a security scheme says of logs counts", () => {
  const scheme = "{ type: http, scheme: bearer, description: Tokens and phone numbers must not be logged. }";
  const given = `${contract({})}\ncomponents: { securitySchemes: { b: ${scheme} } }`;
  const found = lostIn(given).filter(({ trait }) => trait === "sensitive");
  expect(found.map(({ shown }) => shown)).toEqual([
    'the description of the security scheme "b" says that "phone", "phones", "phoneNumber" are sensitive',
  ]);
});

const NAMED = (names: readonly string[]) =>
  names.length === 1
    ? `the name "${String(names[0])}" is that of a secret or of personal data`
    : `the names ${names.map((name) => `"${name}"`).join(", ")} are those of secrets or of personal data`;

test.each([
  ["pin: { type: string }", ["pin"]],
  ["DevicePinCode: { type: string }", ["DevicePinCode"]],
  ["pin_code: { type: string }", []],
  ["security-code: { type: integer, description: The code of your one-time check }", ["security-code"]],
  ["security_code: { type: string }, expiryMonth: { type: string }", ["security_code"]],
  ["security_code: { type: string, description: Code of the share }", []],
  ["pwd_hash: { type: string }, originalsecret: { type: string }", ["originalsecret", "pwd_hash"]],
  ["ldap_change: { type: string, description: New LDAP password. }", ["ldap_change"]],
  ["hint: { type: string, description: Password hint }", []],
  ["changed: { type: string, format: date-time, description: Password }", []],
  ["number: { type: string }, cvc: { type: string, writeOnly: true }", ["number"]],
  ["number: { type: string }, name: { type: string }", []],
  [
    "number: { type: string, description: The card number. When this value is returned, only the last 4 digits are. }, cvc: { type: string, writeOnly: true }",
    ["number"],
  ],
  ["constant_token: { type: string }, include_auth_token: { type: string, enum: [a] }", []],
  ["cardPin: { type: string }", ["cardPin"]],
  ["cardNumber: { type: string }", ["cardNumber"]],
  ["credit_card_number: { type: integer }", ["credit_card_number"]],
  ["cvv: { type: integer }", ["cvv"]],
  ["apiKey_l1: { type: string }, secret_key2: { type: string }", ["apiKey_l1", "secret_key2"]],
  ["apiKeyId1: { type: string }, apiKey_l2: { type: integer }, apiKeys2: { type: integer }", []],
  ["password: { type: integer }, newPassword: { type: number }", ["newPassword", "password"]],
  ["password: { type: integer, description: Minimum number of characters. }", []],
  ["passwordLength: { type: integer }, failedPassword: { type: integer }", []],
  ["password: { type: boolean }, tokens: { type: integer }, keyCount: { type: integer }", []],
  ["cvv2: { type: string }", ["cvv2"]],
  ["iban: { type: string }, sender_iban: { type: string }", ["iban", "sender_iban"]],
  ["ibans: { type: array, items: { type: string } }", []],
  ["recoveryCodes: { type: array, items: { type: string } }", ["recoveryCodes"]],
  ["ssn: { type: string }", ["ssn"]],
  ["sas: { type: string }", ["sas"]],
  ["blobSasUri: { type: string, format: uri }", ["blobSasUri"]],
  ["pin: { type: integer, description: Of a board. }", []],
  ["pin: { type: boolean }", []],
  ["pin: { type: string }, city: { type: string }", []],
  ["mapPin: { type: string }", []],
  ["iban_country: { type: string }, country_iban: { type: string }", []],
  ["last_digits_card_number: { type: string }", []],
  ["encryptedCardNumber: { type: string }", []],
  ["cardNumber: { type: string, description: The last four digits. }", []],
  ["card_number: { type: string, description: The number (truncated). }", []],
  ["use_cvv: { type: boolean }, cvc: { enum: [on, off] }", []],
  ["pin: { type: string, description: Pin on a map }", []],
  ["pin: { type: string, description: PIN of the card }", ["pin"]],
  ["pin: { type: string, description: Your PIN. You find it on the dashboard. }", ["pin"]],
  [
    "card_number: { type: string, description: Number of the card in a series of 16 digits. }",
    ["card_number"],
  ],
  ["menuPin: { type: string }", []],
  ["menuPin: { type: string, description: The passcode for the menu. }", ["menuPin"]],
  ["pin: { type: string, description: Pin of a board }", []],
  ["pin: { type: string, description: Pin this card on the dashboard }", []],
  ["pin: { type: string, description: PIN on the back of the card }", ["pin"]],
  ["cardNumber: { type: string, description: Number of a collectible card }", []],
  ["cardNumber: { type: string, description: Number of the collector card }", []],
  ["cardNumber: { type: string, description: Number of the card in the deck of 52 }", []],
  ["cardNumber: { type: string, description: Number of the card in a set of cards }", []],
  [
    "cardNumber: { type: string, description: Full card number. Only the last 4 digits are returned. }",
    ["cardNumber"],
  ],
  ["cardNumber: { type: string, description: Full number with the last 4 digits masked. }", []],
  ["cardNumber: { type: string, description: The last 4 digits of the full card number }", []],
  ["bankAccountNumber: { type: string }", ["bankAccountNumber"]],
  ["accountNumber: { type: string }", []],
  ["accountNumber: { type: string }, sortCode: { type: string }", ["accountNumber"]],
  ["account_number: { type: string, description: The bank account number }", ["account_number"]],
  ["passportNumber: { type: string }, licence_number: { type: string }", ["passportNumber"]],
  ["driversLicenseNumber: { type: string }", ["driversLicenseNumber"]],
  ["scm_token: { type: string }, devToken: { type: string }", ["devToken", "scm_token"]],
  [
    "Acme-DevToken: { type: string }, acme-devicetoken: { type: string }",
    ["Acme-DevToken", "acme-devicetoken"],
  ],
  ["pushNotificationToken: { type: string }", ["pushNotificationToken"]],
  ["nextPageToken: { type: string }, syncToken: { type: string }", []],
  ["clientToken: { type: string }, request_token: { type: string }", []],
  ["lock_token: { type: string }", []],
  ["sequence_token: { type: string }", []],
  ["update_token: { type: string, description: Token for optimistic locking }", []],
  [
    "update_token: { type: string }, device_update_token: { type: string }",
    ["device_update_token", "update_token"],
  ],
  [
    "execute_token: { type: string }, provision_token: { type: string }",
    ["execute_token", "provision_token"],
  ],
  ["terminate_token: { type: string }", ["terminate_token"]],
  ["base_token: { type: string }, eos_token: { type: string }", []],
  ["kubeConfig: { type: string }, kube_config_name: { type: string }", ["kubeConfig"]],
  ["TaxFileNumber: { type: string }", ["TaxFileNumber"]],
  [
    "pem_path: { type: string, description: A private key }, pem_name: { type: string, description: The private key }",
    [],
  ],
  ["CreationToken: { type: string }, imageInsightsToken: { type: string }", []],
  ["traceToken: { type: string }, attribution_token: { type: string }", []],
  ["item_token: { type: string, description: Gives more information about the item. }", []],
  ["item_token: { type: string, description: Opens the item. }", ["item_token"]],
  ["push_token: { type: string, description: See the guide for more information about it. }", ["push_token"]],
  ["password_creation_token: { type: string }", ["password_creation_token"]],
  ["creation_token: { type: string }", []],
  ["app_insights_token: { type: string }", ["app_insights_token"]],
  ["upload_token: { type: string, description: The unique identifier for an upload. }", ["upload_token"]],
  ["hasToken: { type: boolean }, token_type: { type: string }", []],
  ["list_of_token: { type: string, description: Position of the next page }", []],
  ["recovery_code: { type: string, description: Reason code for recovery }", []],
  ["recovery_code: { type: string, description: A code for the recovery of an account }", ["recovery_code"]],
  ["backup_code: { type: string, description: 'Code of the backup: FULL, INCR' }", []],
  ["cardNumber: { type: string, description: Collectible card number in the set }", []],
  ["code: { type: string }, pinned: { type: string }, sasStatus: { type: string }", []],
])("a name that is that of a secret or of personal data: %s", async (members, names) => {
  const signs = lostIn(contract({ members }));
  expect(signs.map(({ shown, lines }) => [shown, lines])).toEqual(
    names.length === 0
      ? []
      : [[NAMED(names), [`sensitive: [${names.map((name) => `"${name}"`).join(", ")}]`]]],
  );
  for (const line of signs.flatMap(({ lines }) => lines))
    expect((await planUnder(contract({ members }), line)).traits.lost).toEqual([]);
});

const PHONES = "Phone numbers must not be written to logs.";

test.each([
  ["contactNumber: { type: string }", ["contactNumber"]],
  ["numbers: { type: array, items: { type: string, pattern: '^\\+[1-9]\\d{6,14}$' } }", ["numbers"]],
  ["caller: { type: string, example: '+37120000000' }", ["caller"]],
  ["from: { type: string, description: The phone number of the caller. }", ["from"]],
  ["number: { type: string, description: The number of the page. }", []],
  ["amount: { type: string, example: '+12' }", []],
  ["sku: { type: string, description: Stock number, pattern: '^\\+?\\d+$' }", []],
  ["phone_type: { type: string, description: Kind of phone number }", []],
  ["kind: { type: string, description: Type of the phone number }", []],
  ["label: { type: string, description: Label shown beside the phone number }", []],
  ["display: { type: string, description: Format for the phone number }", []],
  ["hint: { type: string, description: Text shown beside the phone number field }", []],
  ["prefix: { type: string, pattern: '^\\+?[1-9]\\d{0,3}$' }", []],
  ["prefix: { type: string, pattern: '^\\+\\d{1,3}$' }", []],
  ["to: { type: string, pattern: '^\\+?[1-9][0-9]{7,14}$' }", ["to"]],
  ["to: { type: string, pattern: '^\\+?[1-9]{1}[0-9]{3,14}$' }", ["to"]],
  ["hasMobile: { type: string, description: Whether mobile phone numbers are shown as text }", []],
  ["to: { type: string, description: 'Format: E.164' }", ["to"]],
  ["to: { type: string, pattern: '^\\+?[1-9]\\d{1,14}$' }", ["to"]],
  ["to: { type: string, description: Format for the phone number is E.164. }", ["to"]],
])("a phone number under another name, where a text names phone numbers: %s", (members, names) => {
  expect(lostIn(contract({ info: PHONES, members })).flatMap(({ lines }) => lines)).toEqual(
    names.length === 0 ? [] : [`sensitive: [${names.map((name) => `"${name}"`).join(", ")}]`],
  );
  expect(lostIn(contract({ members }))).toEqual([]);
});

test("what has the format of a phone number is masked, and needs no sign", () => {
  const members = "contactNumber: { type: string, format: tel }";
  const { contract: decided, lost } = planOf(contract({ info: PHONES, members })).traits;
  expect([decided.sensitive?.facts, lost]).toEqual([["contactNumber"], []]);
});

test.each([
  ["number: { type: string }, cvc: { type: string, writeOnly: true }", "number: { type: integer }", ["?"]],
  ["value: { type: string, description: Sensitive. }", "value: { type: string }", ["?"]],
  ["new: { type: string, description: New password }", "new: { type: boolean }", ["?"]],
  ["code: { type: string, description: Sensitive. }", "line: { type: string }", ["?"]],
  ["value: { type: string, description: Sensitive. }", "line: { type: string }", ["value"]],
  ["passwordPolicy: { type: string, description: Password }", "line: { type: string }", []],
  ["iban: { type: string }", "iban: { type: integer }", ["iban"]],
])("of a general name, others are not masked without a choice: %s", async (members, others, names) => {
  const body = `{ properties: { ${members}, other: { type: object, properties: { ${others} } } } }`;
  const given = pets("post", `requestBody: { ${json(body)} }, responses: {}`);
  const signs = lostIn(given);
  expect(signs.flatMap(({ lines }) => lines)).toEqual(
    names.length === 0 ? [] : [`sensitive: ["${names.join('", "')}"]`],
  );
  const clause = /, and a mask for "\w+" would also hide other values of that name$/u;
  expect(signs.every(({ missing }) => clause.test(missing) === names.includes("?"))).toBe(true);
  if (!names.includes("?")) return;
  // What is decided about another name is nothing about this one.
  expect((await planUnder(given, "sensitive: [other]")).traits.lost).toHaveLength(1);
  const [name = ""] = members.split(":");
  for (const keys of [`[${name}]`, `{ remove: [${name}] }`])
    expect((await planUnder(given, `sensitive: ${keys}`)).traits.lost).toEqual([]);
});
