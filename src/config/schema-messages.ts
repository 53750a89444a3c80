import type { ErrorObject } from "ajv";
import { nearestWord } from "../text/words.js";
import { type KeyChoice, keyChoiceAt, kindsAt, nounOf, ownerOf } from "./schema-alternatives.js";

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
  return errors
    .filter(
      ({ keyword, schemaPath }) =>
        keyword !== "propertyNames" && keyword !== "if" && !schemaPath.includes("/not/"),
    )
    .flatMap((error) => {
      const path = error.instancePath
        .split("/")
        .slice(1)
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
      const keys = keyChoiceAt(error, errors, rules);
      const key = wrongKey(error);
      const kinds = kindsAt(error, errors, rules);
      const message = messageOf(error, path.join("."), { rules, kinds, keys });
      return [
        { message, path: key === undefined ? path : [...path, key] },
        ...unknownKeys(error, keys, rules).map((one) => ({ ...one, path: [...path, ...one.path] })),
      ];
    });
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
  keys: KeyChoice | undefined,
  rules: object,
): readonly SchemaProblem[] {
  const tag = String(params["missingProperty"]);
  if (keyword !== "required" || keys === undefined || keys.oneOf.includes(tag)) return [];
  if (keys.chosen !== undefined || typeof data !== "object" || data === null) return [];
  return Object.keys(data)
    .filter((key) => !keys.known.includes(key))
    .map((key) => ({ message: unknownKey(key, keys.known, rules), path: [key] }));
}

/** What a message needs beside its error. */
interface MessageContext {
  readonly rules: object;
  /** What the value may be, where there are several kinds: `a map, or false`. */
  readonly kinds: string | undefined;
  readonly keys: KeyChoice | undefined;
}

function messageOf(error: ErrorObject, at: string, { rules, kinds, keys }: MessageContext): string {
  const { keyword, params, parentSchema, message = "", propertyName, data } = error;
  const where = at === "" ? "The file" : at;
  if (propertyName !== undefined)
    return `${JSON.stringify(propertyName)} must start with a letter and have letters, digits, ".", "_" and "-" only.`;
  if (kinds !== undefined) return `${where} must be ${kinds}${gotText(data, isShown(error))}.`;
  switch (keyword) {
    case "additionalProperties":
      return excessKey(error, keys, rules);
    case "required": {
      const missing = keys !== undefined && keys.oneOf.length > 0 ? keys.oneOf : [params["missingProperty"]];
      return `${where} must have the key ${listed(missing)}.`;
    }
    case "enum":
      return `${where} ${adviseValue(data, params["allowedValues"] as unknown[])}`;
    case "const": {
      const allowed: unknown = params["allowedValue"];
      return `${where} must be ${JSON.stringify(allowed)}${gotText(data, typeof allowed === "string")}.`;
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
      return `${where} must be at ${keyword === "minimum" ? "least" : "most"} ${String(params["limit"])}${gotText(data, true)}.`;
    case "type":
      return `${where} ${adviseType(error)}`;
    case "pattern":
      if (isAboutBlank(error) && parentSchema?.["minLength"] === 1) return `${where} must not be empty.`;
      if (parentSchema?.["title"] === undefined) return `${where} ${message}.`;
      return `${where} must be ${String(parentSchema["title"])}${gotText(data, isShown(error))}.`;
    default:
      return `${where} ${message}.`;
  }
}

/** Whether a problem is a text of nothing, or of nothing but white space, where one is needed. */
export function isAboutBlank({ keyword, data }: ErrorObject): boolean {
  return (keyword === "minLength" || keyword === "pattern") && typeof data === "string" && data.trim() === "";
}

/** The message for a key that the alternative in question does not have. */
function excessKey({ params, parentSchema, data }: ErrorObject, keys: KeyChoice | undefined, rules: object) {
  const given = String(params["additionalProperty"]);
  const own = Object.keys((parentSchema?.["properties"] ?? {}) as object);
  if (keys === undefined) return unknownKey(given, own, rules);
  if (keys.chosen !== undefined) {
    const values = keys.values.get(given);
    if (values === undefined) return unknownKey(given, own, rules);
    const belongs = values.map((value) => `\`${value}\``).join(" and ");
    return `The key ${JSON.stringify(given)} belongs to ${belongs}, not to \`${keys.chosen}\`. Known keys: ${own.join(", ")}.`;
  }
  const other = keys.oneOf.find((key) => own.includes(key) && Object.hasOwn(data as object, key));
  if (!keys.known.includes(given) || other === undefined) return unknownKey(given, keys.known, rules);
  return `The keys ${JSON.stringify(other)} and ${JSON.stringify(given)} exclude each other. Remove one.`;
}

function unknownKey(given: string, known: readonly string[], rules: object): string {
  const near = nearestWord(given, known);
  if (near !== undefined)
    return `Unknown key ${JSON.stringify(given)}. Did you mean ${JSON.stringify(near)}?`;
  const owner = ownerOf(given, rules);
  const belongs = owner === undefined ? "" : ` It belongs to ${owner}.`;
  return `Unknown key ${JSON.stringify(given)}.${belongs} Known keys: ${known.join(", ")}.`;
}

/** ` Known keys: code, message.`; empty for a map of names that its author chooses. */
function knownKeys(schema: object | undefined): string {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object };
  const known = Object.keys(properties);
  return known.length === 0 ? "" : ` Known keys: ${known.join(", ")}.`;
}

/** `must be true or false (got "yes")` */
function adviseType({ data, params, message = "", parentSchema }: ErrorObject): string {
  const type = String(params["type"]);
  const noun = nounOf(parentSchema);
  const must = noun === undefined ? message : `must be ${noun}`;
  const meant = type === "boolean" && typeof data === "string" ? BOOLEANS[data.toLowerCase()] : undefined;
  const advice =
    meant === undefined ? "" : ` YAML 1.2 reads ${String(data)} as a text: write ${String(meant)}.`;
  return `${must}${gotText(data, type === "boolean" || type === "integer")}.${advice}`;
}

/** Words that YAML 1.1 reads as `true` or `false`; those of YAML 1.2 where they are in quotes. */
const BOOLEANS: Readonly<Record<string, boolean>> = { yes: true, no: false, on: true, off: false };

/** Whether a value cannot be a secret: a short text in the position of a length of time. */
function isShown({ schemaPath, data }: ErrorObject): boolean {
  return schemaPath === DURATION && String(data).length <= LONGEST_SHOWN;
}

const DURATION = "#/definitions/duration/pattern";
const LONGEST_SHOWN = 20;

/** `must be "open" or "closed" (got "opne"). Did you mean "open"?` */
function adviseValue(given: unknown, allowed: readonly unknown[]): string {
  const near = nearestWord(
    String(given),
    allowed.filter((value) => typeof value === "string"),
  );
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
 * @param isWord - whether a word is expected: any other text may be a secret in the wrong position, and is not shown unless it is
 *   `yes`, `off` or the like
 */
function gotText(given: unknown, isWord: boolean): string {
  const isSecret = typeof given === "string" && !isWord && BOOLEANS[given.toLowerCase()] === undefined;
  return typeof given === "object" || isSecret ? "" : ` (got ${JSON.stringify(given)})`;
}
