import { expect, test } from "vitest";
import { UserError } from "../../src/text/user-error.js";
import { namesLockText, readNamesLock } from "../../src/write/names-lock.js";

const NAMES = {
  client: "Shop",
  operations: { "GET /b": "b.get", "GET /a": "a.get", "copy /z": "z.copy" },
  models: { "input:#/components/schemas/Z": "ZInput", '#/components/schemas/A "b"': "A" },
};

const TEXT = `{
  "#/components/schemas/A \\"b\\"": "A",
  "GET /a": "a.get",
  "GET /b": "b.get",
  "copy /z": "z.copy",
  "input:#/components/schemas/Z": "ZInput",
  "client": "Shop"
}
`;

test("names within one component or operation are a block, each with the rest of its pointer", () => {
  const at = "#/components/schemas/Pet";
  const names = {
    operations: { "GET /pets": "pets.list" },
    models: {
      [at]: "Pet",
      [`${at}/properties/home`]: "PetHome",
      [`object:${at}/properties/shop`]: "PetShop",
      [`base:${at}`]: "PetBase",
      "#/paths/~1pets/get/responses/200/content/application~1json/schema": "PetsListResponse",
    },
  };
  const text = `{
  "#/components/schemas/Pet": {
    "": "Pet",
    "/properties/home": "PetHome",
    "base:": "PetBase",
    "object:/properties/shop": "PetShop"
  },
  "#/paths/~1pets/get/responses/200/content/application~1json/schema": "PetsListResponse",
  "GET /pets": "pets.list"
}
`;
  expect(namesLockText(names)).toBe(text);
  expect(readNamesLock(text, "x")).toEqual(names);
});

test("a lock has one line for each name, sorted, the class last, and is read again", () => {
  expect(namesLockText(NAMES)).toBe(TEXT);
  expect(readNamesLock(TEXT, "x")).toEqual(NAMES);
  expect(readNamesLock(TEXT.replaceAll("\n", "\r\n"), "x")).toEqual(NAMES);
  expect(readNamesLock(namesLockText({ operations: {}, models: {} }), "x")).toEqual({
    operations: {},
    models: {},
  });
});

function errorOf(text: string): UserError {
  try {
    readNamesLock(text, "src/names.lock.json");
  } catch (error) {
    if (error instanceof UserError) return error;
  }
  throw new Error("expected a UserError");
}

test.each([
  [
    "the markers of a conflict",
    `{\n<<<<<<< HEAD\n  "GET /a": "a.b"\n=======\n  "GET /a": "a.c"\n>>>>>>> main\n}\n`,
    "names.lock.json has an unresolved merge conflict.",
    "src/names.lock.json:2\nsrc/names.lock.json:4\nsrc/names.lock.json:6",
  ],
  [
    "a key twice",
    `{\n  "GET /a": "a.b",\n  "GET /a": "a.c"\n}\n`,
    "names.lock.json has two names for one key.",
    'src/names.lock.json:2 and 3: "GET /a"',
  ],
  [
    "no JSON",
    "{",
    expect.stringContaining("names.lock.json is not a lock of names: ") as string,
    "src/names.lock.json",
  ],
  [
    "a list",
    "[]",
    "names.lock.json is not a lock of names: It must be one JSON object.",
    "src/names.lock.json",
  ],
  [
    "a number",
    '{ "GET /a": 1 }',
    'names.lock.json is not a lock of names: The value of "GET /a" must be a string.',
    "src/names.lock.json",
  ],
  [
    "another key",
    '{ "__proto__": "a" }',
    'names.lock.json is not a lock of names: "__proto__" is neither an operation (GET /path) nor a pointer (#/...).',
    "src/names.lock.json",
  ],
])("a lock with %s is an error", (_, text, message, where) => {
  expect(errorOf(text)).toMatchObject({ exitCode: 2, message, where });
});
