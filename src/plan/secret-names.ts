import type { Json } from "../load/loaded-contract.js";
import type { ObjectType, SchemaModel, SchemaNode, SchemaType } from "../model/schema-model.js";
import { recursiveResults } from "../openapi/recursive-results.js";
import type { VisitBudget } from "../openapi/visit.js";
import { words } from "../text/words.js";

/** What a key is for, where it is a secret, unless it is called public, and not non-public. A name that is sometimes that of an identifier (`account_key`) counts: a leak costs more than a mask. */
const OF_KEY =
  "access|account|api|auth|authentication|authori[sz]ation|decryption|encryption|hmac|master|sas|session|shared|signing|(?<!object_)storage|stream|symmetric";

/** What a token is for, where it is a secret: not a position (`page_token`), nor a key against repetition (`client_token`). */
const OF_TOKEN =
  "access|api|app|auth|authentication|authori[sz]ation|bearer|bot|csrf|id|identity|jwt|login|oauth|refresh|reset|sas|secret|security|session|user|xsrf";

/** What asks for a second factor, or gives a password for one time. */
const OF_CODE =
  "(?:(?:[2t]|two)_?fa|mfa|(?:2|multi|second|two)_?factor)(?:_auth(?:entication|ori[sz]ation)?)?|[ht]?otp|one_?time(?:_pass)?";

/** Names of secrets; words joined by `_`. The last word decides: `secret_name`, `token_type` and `key_id` are about one. */
const SECRET = new RegExp(
  [
    "(?:^|_)(?:pass_?(?:code|word|wd|phrase)|pwd)$|^password_confirm(?:ation)?$",
    "(?:^|_)(?:client)?secret(?:_(?:data|phrase|text|value|word))?$",
    "(?:^|_)(?:private|secret)_?key$",
    `(?:^|_)(?<!(?:^|_)(?<!(?:^|_)(?:non|not)_)public_)(?:${OF_KEY})_?key$`,
    `(?:^|_)(?:${OF_TOKEN})_?token$`,
    `(?:^|_)(?:${OF_CODE})_(?:code|token)$|(?:^|_)[ht]?otp$`,
    "(?:^|_)(?:connection_string|cv[cv]|jwt)$",
  ].join("|"),
  "u",
);

/** Secrets that are still to be given: a list of them has their names. */
const NAMED_ALONE = /(?:^|_)(?:missing|required)_/u;

/** Names of schemas for what a secret is known by, as those of members: `SecretName`, `KeyArn`. */
const ABOUT = /(?:^|_)(?:arn|name)$/u;

/** What any name of a secret contains, as the contract writes it: other names need no further look. */
const HINT = /pass|pwd|secret|key|token|connection|jwt|cv[cv]|otp|code/i;

/** Whether what has a name, and this schema, is a secret; `isMember`: in a body. */
export type IsNamedSecret = (name: string, node: SchemaNode, isMember: boolean) => boolean;

/**
 * Finds out whether what a member or parameter holds is a secret by its name: `password`, `newPassword`, `client_secret`, `streamKey`.
 * A secret is text, however its schema is written. A name in the plural can also have several texts. A schema that allows anything can be
 * either. A number, a flag, a text whose examples are those of a flag, and one of listed values are about a secret. What is called `token` alone gives access in nearly all bodies; as a
 * parameter it may be a position in pages, or what a path is about.
 *
 * @param schemas - those that schemas refer to
 * @param budget - that of the contract
 */
export function findNamedSecrets(schemas: readonly SchemaModel[], budget?: VisitBudget): IsNamedSecret {
  const byName = new Map(schemas.map(({ name, node }) => [name, node]));
  const contentOf = recursiveResults<SchemaNode, Content>({
    onCycle: NEITHER,
    ...(budget && { budget }),
    isSame: (left, right) => left.text === right.text && left.texts === right.texts,
    compute: ({ type }, recurse) => {
      if (type.kind !== "ref") return contentOfType(type, recurse);
      const target = byName.get(type.name);
      return target === undefined || ABOUT.test(keyOf(type.name)) ? NEITHER : recurse(target);
    },
  });
  return (name, node, isMember) => {
    if (!HINT.test(name)) return false;
    const key = keyOf(name);
    if (SECRET.test(key) || (isMember && key === "token"))
      return !isSwitch(node) && Object.values(contentOf(node)).includes(true);
    const isPlural = key.endsWith("s") && SECRET.test(key.slice(0, -1));
    return isPlural && !NAMED_ALONE.test(key) && contentOf(node).texts;
  };
}

/** What a pair of tokens is called where its object says that they are tokens (Simple JWT): each is a word for other things as well. */
const PAIR: readonly string[] = ["access", "refresh"];

/** Whether a member is one of the pair of tokens of an object. */
export type IsOfTokenPair = (name: string, holder: ObjectType) => boolean;

/**
 * Finds the members of a pair of tokens: two texts of one object, `access` and `refresh`, which may be null. Listed values, a format such as
 * `date-time`, and what is shown of a policy are of something else.
 *
 * @param schemas - those that schemas refer to
 */
export function findTokenPairs(schemas: readonly SchemaModel[]): IsOfTokenPair {
  const byName = new Map(schemas.map(({ name, node }) => [name, node]));
  const mayBeToken = (node: SchemaNode, depth = MOST_REFERENCES): boolean => {
    const { type, doc } = node;
    if (depth === 0 || isOfOthers(doc)) return false;
    if (type.kind === "ref") {
      const target = byName.get(type.name);
      return target !== undefined && mayBeToken(target, depth - 1);
    }
    if (type.kind === "union" || type.kind === "intersection") {
      const others = type.members.filter((one) => one.type.kind !== "null" && one.type.kind !== "any");
      return others.length > 0 && others.every((one) => mayBeToken(one, depth - 1));
    }
    return type.kind === "string" && TOKEN_FORMATS.includes(type.format?.toLowerCase());
  };
  return (name, { properties }) =>
    PAIR.includes(name) &&
    PAIR.every((one) => properties.some((member) => member.name === one && mayBeToken(member.schema)));
}

/** References from one schema to the next that are followed. */
const MOST_REFERENCES = 8;

/** Formats that a token may have. */
const TOKEN_FORMATS: readonly (string | undefined)[] = [
  undefined,
  "byte",
  "jwt",
  "password",
  "string",
  "uuid",
];

/** Values of other things that are called access or refresh: a policy, or how often. */
const OF_OTHERS =
  /^(?:\d{1,9}\s?[a-z]{0,7}|all|daily|hourly|monthly|none|private|protected|public|read|read[-_]?(?:only|write)|weekly|write|yearly)$/iu;

/** The same in a description. */
const CALLED_OTHERS = /\b(?:frequency|interval|policy|private|public|rate|visibility)\b/iu;

const CALLED_TOKEN = /\b(?:jwts?|tokens?)\b/iu;

/** Whether what a schema shows is about something else than a token. */
function isOfOthers({ description = "", examples }: SchemaNode["doc"]): boolean {
  const text = description.slice(0, LONGEST);
  return (
    (CALLED_OTHERS.test(text) && !CALLED_TOKEN.test(text)) ||
    examples.some((one) => typeof one === "string" && OF_OTHERS.test(one))
  );
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** Whether all examples of a text are those of a flag: `change_password` may be "on". */
function isSwitch({ doc: { examples } }: SchemaNode): boolean {
  const isFlag = (one: Json) => typeof one === "string" && SWITCHES.has(one.toLowerCase());
  return examples.length > 0 && examples.every(isFlag);
}

const SWITCHES = new Set(["false", "no", "off", "on", "true", "yes"]);

function keyOf(name: string): string {
  return words(name).join("_");
}

/** What the values of a schema can be. */
interface Content {
  /** A text. */
  readonly text: boolean;
  /** Texts of a list, or of a map. */
  readonly texts: boolean;
}

const OPEN: Content = { text: true, texts: true };
const NEITHER: Content = { text: false, texts: false };

function contentOfType(type: SchemaType, of: (node: SchemaNode) => Content): Content {
  switch (type.kind) {
    case "any":
      return OPEN;
    case "string":
    case "binary":
      return { text: true, texts: false };
    case "array":
      return { text: false, texts: of(type.items).text };
    case "tuple":
      return { text: false, texts: type.items.some((item) => of(item).text) };
    case "object":
      return contentOfObject(type, of);
    case "union":
      return either(type.members.map(of));
    case "intersection": {
      // A part that allows anything says nothing beside one that says something.
      const parts = type.members.map(of).filter((part) => part !== OPEN);
      return parts.length === 0 ? OPEN : either(parts);
    }
    default:
      return NEITHER;
  }
}

/** An object is a secret where it has its text in `value`, as `{ value, hash }`, and secrets where it is a map of texts. */
function contentOfObject({ properties, additional }: ObjectType, of: (node: SchemaNode) => Content): Content {
  const value = properties.find(({ name }) => name === "value");
  const isMap = properties.length === 0 && typeof additional === "object";
  return { text: value !== undefined && of(value.schema).text, texts: isMap && of(additional).text };
}

function either(parts: readonly Content[]): Content {
  return { text: parts.some(({ text }) => text), texts: parts.some(({ texts }) => texts) };
}
