import type { Json, JsonObject } from "../../load/loaded-contract.js";
import { mapChildren } from "../../openapi/visit.js";
import { canonicalJson } from "../../text/canonical-json.js";
import { isObject } from "../document/json-members.js";
import type { SchemaNode } from "../schema-model.js";
import { isJson } from "./is-json.js";
import type { OperationContext } from "./operation-context.js";

/** The schema of a media type, as it stands in the document. */
export interface GivenSchema {
  readonly mediaType: string;
  /** Undefined where there is none. */
  readonly given?: { readonly json: Json; readonly pointer: string };
}

/**
 * Builds the schemas of the media types of one body or answer. Where several describe the very same value
 * (`application/json` and `application/problem+json`, or JSON and a form), they are one model, under one name: that of the
 * first, or of the one that had a name in an earlier generation. What had a name of its own then has it still.
 *
 * @param content - all of them, in a canonical order.
 * @param suffix - what an inline schema's name ends with.
 * @returns what gives the schema of one of them.
 */
export function shareSchemas(
  content: readonly GivenSchema[],
  { schemas, typeName }: Pick<OperationContext, "schemas" | "typeName">,
  suffix: string,
): (one: GivenSchema) => SchemaNode | undefined {
  const keys = new Map(content.map((one) => [one, sharedKey(one)]));
  const wasNamed = ({ given }: GivenSchema) => given !== undefined && schemas.wasNamed(given.pointer);
  const built = new Map<GivenSchema, SchemaNode | undefined>();
  const build = (one: GivenSchema): SchemaNode | undefined => {
    const { given } = one;
    if (given === undefined) return undefined;
    const node = built.get(one) ?? schemas.node(given.json, given.pointer, `${typeName}${suffix}`, typeName);
    built.set(one, node);
    return node;
  };
  return (one) => {
    const key = keys.get(one);
    if (key === undefined || wasNamed(one)) return build(one);
    const alike = content.filter((other) => keys.get(other) === key);
    const node = build(alike.find(wasNamed) ?? alike[0] ?? one);
    return (
      node && { ...node, origin: { ...node.origin, pointer: one.given?.pointer ?? node.origin.pointer } }
    );
  };
}

/** What tells whether the values are the same; undefined where the media type says what the value is, and for text. */
function sharedKey({ mediaType, given }: GivenSchema): string | undefined {
  if (given === undefined || (!isJson(mediaType) && !FORM.test(mediaType))) return undefined;
  const text = canonicalJson(withoutExamples(given.json));
  return BYTES.test(text) ? undefined : text;
}

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/;
const BYTES = /"(?:format":"binary"|content(?:MediaType|Encoding)":)/;

/** Examples change no type, and converters write some of them with the time of day. */
function withoutExamples(json: Json): Json {
  if (!isObject(json)) return json;
  const kept = Object.entries(json).filter(([key]) => key !== "example" && key !== "examples");
  return mapChildren(Object.fromEntries(kept), "schema", (child, kind) =>
    kind === "schema" ? withoutExamples(child as Json) : child,
  ) as JsonObject;
}
