import type { Json } from "../../load/loaded-contract.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { isObject } from "../document/json-members.js";
import { isJson } from "./is-json.js";

/**
 * What tells whether two media types of one body or answer describe the very same value, which is one model then, under one
 * name: `application/json` and `application/problem+json`, or JSON and a form. Undefined where the media type says what the
 * value is, as with bytes, and with what is given as text.
 */
export function sharedKey(mediaType: string, schema: Json): string | undefined {
  if (!isJson(mediaType) && !FORM.test(mediaType)) return undefined;
  const text = canonicalJson(withoutExamples(schema));
  return BYTES.test(text) ? undefined : text;
}

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/;
const BYTES = /"(?:format":"binary"|content(?:MediaType|Encoding)":)/;

/** Examples change no type, and converters write some of them with the time of day. */
function withoutExamples(json: Json, isMap = false): Json {
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => withoutExamples(item));
  if (!isObject(json)) return json;
  const kept = Object.entries(json).filter(([key]) => isMap || !EXAMPLES.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      !isMap && DATA.has(key) ? value : withoutExamples(value, !isMap && MAPS.has(key)),
    ]),
  );
}

const EXAMPLES: ReadonlySet<string> = new Set(["example", "examples"]);
/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(["default", "const", "enum"]);
/** Keywords whose value has a name for each schema. */
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
