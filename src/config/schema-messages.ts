import type { ErrorObject } from "ajv";
import { nearestWord } from "../text/words.js";
import {
  type KeyChoice,
  keyChoiceAt,
  kindsAt,
  nounOf,
  ownerOf,
  schemasOfSecrets,
} from "./schema-alternatives.js";

/*
 * Casts give what ajv keeps as `any` the type that its keyword guarantees: `enum` has `allowedValues`, `uniqueItems` is about a list.
 */

/** What is wrong with a value, and the keys that lead to it or to the wrong key. */
interface SchemaProblem {
  readonly message: string;
  readonly path: readonly string[];
}

/**
 * What the errors of a validator mean to a person.
 *
 * @param rules - the JSON Schema that the file was checked against. The title of a pattern says in words what a value must be.
 */
export function describeErrors(errors: readonly ErrorObject[], rules: object): readonly SchemaProblem[] {
  const secrets = schemasOfSecrets(rules);
  const isSecret = ({ parentSchema }: ErrorObject) => parentSchema !== undefined && secrets.has(parentSchema);
  // The key that needs another name may be a secret itself: problems below it would have it in their paths.
  const misnamed = errors.filter((one) => one.propertyName !== undefined && isSecret(one));
  return errors
    .filter(
      ({ keyword, schemaPath, instancePath }) =>
        keyword !== "propertyNames" &&
        keyword !== "if" &&
        !schemaPath.includes("/not/") &&
        !misnamed.some((one) => isBelow(instancePath, one)),
    )
    .flatMap((error) => {
      const path = error.instancePath
        .split("/")
        .slice(1)
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
      const keys = keyChoiceAt(error, errors, rules);
      const key = wrongKey(error);
      const kinds = kindsAt(error, errors, rules);
      const context = { rules, kinds, keys, isSecret: isSecret(error) };
      const message = messageOf(error, path.join("."), context);
      return [
        { message, path: key === undefined ? path : [...path, key] },
        ...unknownKeys(error, context).map((one) => ({ ...one, path: [...path, ...one.path] })),
      ];
    });
}

/** Whether a position is that of a misnamed key, or below it. */
function isBelow(position: string, { instancePath, propertyName = "" }: ErrorObject): boolean {
  const key = propertyName.replaceAll("~", "~0").replaceAll("/", "~1");
  return `${position}/`.startsWith(`${instancePath}/${key}/`);
}

/** The key or the item that a problem is about, where it is not the value. */
function wrongKey({ keyword, params, propertyName }: ErrorObject): string | undefined {
  const key: unknown = params["additionalProperty"];
  if (keyword === "uniqueItems") return String(Math.max(Number(params["i"]), Number(params["j"])));
  return typeof key === "string" ? key : propertyName;
}

/** Unknown keys of a map without the key that chooses between alternatives: a validator looks at none of them then. */
function unknownKeys(
  { keyword, data, params }: ErrorObject,
  { keys, rules, isSecret }: MessageContext,
): readonly SchemaProblem[] {
  const tag = String(params["missingProperty"]);
  if (keyword !== "required" || keys === undefined || keys.oneOf.includes(tag)) return [];
  if (keys.chosen !== undefined || typeof data !== "object" || data === null) return [];
  return Object.keys(data)
    .filter((key) => !keys.known.includes(key))
    .map((key) => ({ message: unknownKey(key, keys.known, { rules, isSecret }), path: [key] }));
}

/** What a message needs beside its error. */
interface MessageContext {
  readonly rules: object;
  /** What the value may be, where there are several kinds: `a map, or false`. */
  readonly kinds: string | undefined;
  readonly keys: KeyChoice | undefined;
  /** Whether keys and values in this position may be secrets. */
  readonly isSecret: boolean;
}

function messageOf(error: ErrorObject, at: string, context: MessageContext): string {
  const { kinds, keys, isSecret } = context;
  const { keyword, params, parentSchema, message = "", propertyName, data } = error;
  const where = at === "" ? "The file" : at;
  const got = isSecret ? () => "" : gotText;
  if (propertyName !== undefined)
    return `${isSecret ? `A key of ${where}` : JSON.stringify(propertyName)} must start with a letter and have letters, digits, ".", "_" and "-" only.`;
  if (kinds !== undefined) return `${where} must be ${kinds}${got(data, false)}.`;
  switch (keyword) {
    case "additionalProperties":
      return excessKey(error, context);
    case "required": {
      const missing = keys !== undefined && keys.oneOf.length > 0 ? keys.oneOf : [params["missingProperty"]];
      return `${where} must have the key ${listed(missing)}.`;
    }
    case "enum":
      return `${where} ${adviseValue(data, params["allowedValues"] as unknown[])}`;
    case "const": {
      const allowed: unknown = params["allowedValue"];
      return `${where} must be ${JSON.stringify(allowed)}${got(data, typeof allowed === "string")}.`;
    }
    case "not":
      return `${where} must be a URL or a path: standard input serves one run only.`;
    case "minProperties":
    case "minItems":
    case "minLength":
      return `${where} must not be empty.${knownKeys(parentSchema)}`;
    case "uniqueItems":
      return `${where} has an item twice: ${JSON.stringify((data as unknown[])[Number(params["i"])])}.`;
    case "minimum":
    case "maximum":
      return `${where} must be at ${keyword === "minimum" ? "least" : "most"} ${String(params["limit"])}${got(data, true)}.`;
    case "type":
      return `${where} ${adviseType(error, got)}`;
    case "pattern":
      if (isAboutBlank(error) && parentSchema?.["minLength"] === 1) return `${where} must not be empty.`;
      if (parentSchema?.["title"] === undefined) return `${where} ${message}.`;
      return `${where} must be ${String(parentSchema["title"])}${got(data, parentSchema["writeOnly"] === false)}.`;
    default:
      return `${where} ${message}.`;
  }
}

/** Whether a problem is a text of nothing, or of nothing but white space, where one is needed. */
export function isAboutBlank({ keyword, data }: ErrorObject): boolean {
  return (keyword === "minLength" || keyword === "pattern") && typeof data === "string" && data.trim() === "";
}

/** The message for a key that the alternative in question does not have. */
function excessKey({ params, parentSchema, data }: ErrorObject, context: MessageContext) {
  const { keys } = context;
  const given = String(params["additionalProperty"]);
  const own = Object.keys((parentSchema?.["properties"] ?? {}) as object);
  if (keys === undefined) return unknownKey(given, own, context);
  if (keys.chosen !== undefined) {
    const values = keys.values.get(given);
    if (values === undefined) return unknownKey(given, own, context);
    const belongs = values.map((value) => `\`${value}\``).join(" and ");
    return `The key ${JSON.stringify(given)} belongs to ${belongs}, not to \`${keys.chosen}\`. Known keys: ${own.join(", ")}.`;
  }
  const other = keys.oneOf.find((key) => own.includes(key) && Object.hasOwn(data as object, key));
  if (!keys.known.includes(given) || other === undefined) return unknownKey(given, keys.known, context);
  return `The keys ${JSON.stringify(other)} and ${JSON.stringify(given)} exclude each other. Remove one.`;
}

function unknownKey(
  given: string,
  known: readonly string[],
  { rules, isSecret }: Pick<MessageContext, "isSecret" | "rules">,
): string {
  const near = nearestWord(given, known);
  if (near !== undefined)
    return `Unknown key ${JSON.stringify(given)}. Did you mean ${JSON.stringify(near)}?`;
  const owner = ownerOf(given, rules);
  const belongs = owner === undefined ? "" : ` It belongs to ${owner}.`;
  // An unknown word may be a secret.
  const key = isSecret && owner === undefined ? "Unknown key" : `Unknown key ${JSON.stringify(given)}`;
  return `${key}.${belongs} Known keys: ${known.join(", ")}.`;
}

/** ` Known keys: code, message.`; empty for a map of names that its author chooses. */
function knownKeys(schema: object | undefined): string {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object };
  const known = Object.keys(properties);
  return known.length === 0 ? "" : ` Known keys: ${known.join(", ")}.`;
}

/** `must be true or false (got "yes")` */
function adviseType({ data, params, message = "", parentSchema }: ErrorObject, got: typeof gotText): string {
  const type = String(params["type"]);
  const noun = nounOf(parentSchema);
  const must = noun === undefined ? message : `must be ${noun}`;
  const meant = type === "boolean" && typeof data === "string" ? BOOLEANS.get(data.toLowerCase()) : undefined;
  const advice =
    meant === undefined ? "" : ` YAML 1.2 reads ${String(data)} as a text: write ${String(meant)}.`;
  return `${must}${got(data, type === "boolean" || type === "integer")}.${advice}`;
}

/** Words that YAML 1.1 reads as `true` or `false`; those of YAML 1.2 where they are in quotes. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
  ["on", true],
  ["off", false],
]);

/** Whether a text or a number cannot be a secret: a length of time, however it is written, or a number of few digits. */
function isHarmless(given: unknown): boolean {
  const text = String(given);
  return BOOLEANS.has(text.toLowerCase()) || LENGTH_OF_TIME.test(text) || /^-?\d{1,4}$/u.test(text);
}

/** `30s`, `30 s`, `5sec`, `2h30m`, `24 hours` */
const LENGTH_OF_TIME =
  /^-?(?:\d{1,10}(?:[.,]\d{1,3})?\s?(?:m?s|[mhdwy]|(?:milli)?sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|years?)\s?){1,3}$/iu;

/** `must be "open" or "closed" (got "opne"). Did you mean "open"?` */
function adviseValue(given: unknown, allowed: readonly unknown[]): string {
  const words = allowed.filter((value) => typeof value === "string");
  const near = typeof given === "string" ? nearestWord(given, words) : undefined;
  const advice = near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
  return `must be ${listed(allowed)}${gotText(given, true)}.${advice}`;
}

/** `"js", "ts" or "none"` */
function listed(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return [texts.slice(0, -1).join(", "), ...texts.slice(-1)].filter((text) => text !== "").join(" or ");
}

/**
 * ` (got "opne")`; what has parts is not shown.
 *
 * @param isWord - whether a word or a number is expected: anything else may be a secret in the wrong position, and is not shown unless
 *   it is harmless
 */
function gotText(given: unknown, isWord: boolean): string {
  if (typeof given === "object") return "";
  const isShown = isWord || typeof given === "boolean" || isHarmless(given);
  return isShown ? ` (got ${JSON.stringify(given)})` : "";
}
