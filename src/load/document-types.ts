import { getTypes, type SpecVersion } from "@redocly/openapi-core";
import { type Keyword, objectKeywords } from "../openapi/keywords.js";
import { isMembers } from "../openapi/visit.js";
import { UserError } from "../text/user-error.js";
import type { LoadedContract } from "./loaded-contract.js";

type Types = ReturnType<typeof getTypes>;

/** How parts of a part are written: what a Media Type Object says of its own parts (OpenAPI 3.2, Encoding Object). */
const NESTED = ["encoding", "prefixEncoding", "itemEncoding"];

/**
 * The object types that a document is checked by: the library's, and what its table of OpenAPI 3.2 does not have, the
 * style `cookie` (OpenAPI 3.2, Style Values), encodings inside of an encoding, media types by name, and responses without
 * description. The scopes of a device authorization refer to a type that the table does not have either: any contract
 * with that flow would end the run.
 *
 * @param onShadow - told of every object that {@link SHADOW} was taken out of.
 */
export function documentTypes(version: SpecVersion, onShadow: (node: object) => void): Types {
  return withoutShadows(withoutExtensions(withSafeMapping(extendedTypes(version))), onShadow);
}

/** A rule of the library lists the names of a discriminator's mapping, and fails where that is null: only objects are mappings. */
function withSafeMapping(types: Types): Types {
  const { Discriminator: discriminator } = types;
  const mapping = discriminator?.properties["mapping"];
  if (discriminator === undefined || mapping === undefined || typeof mapping === "function") return types;
  const safe = (value: unknown) => (isMembers(value) ? mapping : { type: "object" as const });
  return {
    ...types,
    Discriminator: { ...discriminator, properties: { ...discriminator.properties, mapping: safe } },
  };
}

/**
 * Types whose extensions the library does not visit. An extension means nothing to a client and stays unchanged: the bundler
 * would write the target in place of a `$ref` there, and fails where that leads back to the object that has the extension. What a
 * reference from elsewhere uses in an extension, as `#/x-schemas/Pet`, is visited by that reference.
 */
function withoutExtensions(types: Types): Types {
  const isExtension = (key: string | number): boolean => String(key).startsWith("x-");
  return Object.fromEntries(
    Object.entries(types).map(([name, { extensionsPrefix, ...type }]) => {
      // Without a prefix, names belong to the contract: a header may be called `x-id`.
      if (extensionsPrefix === undefined) return [name, type];
      const properties = Object.entries(type.properties).filter(([key]) => !isExtension(key));
      const { additionalProperties: others } = type;
      const otherType = (value: unknown, key: string) => {
        if (isExtension(key)) return undefined;
        return typeof others === "function" ? others(value, key) : others;
      };
      const additional = others === undefined ? {} : { additionalProperties: otherType };
      return [name, { ...type, properties: Object.fromEntries(properties), ...additional }];
    }),
  );
}

function extendedTypes(version: SpecVersion): Types {
  const types = getTypes(version);
  if (version !== "oas3_2") return types;
  return {
    ...types,
    ...withCookieStyle(types),
    ...withNestedEncoding(types),
    ...withDeviceScopes(types),
    ...withMediaTypes(types),
    ...withShortResponses(types),
  };
}

/** `components.mediaTypes` has Media Type Objects by name (OpenAPI 3.2, Components Object); the table has maps of them. */
function withMediaTypes({ NamedMediaTypes: named }: Types): Types {
  return named === undefined ? {} : { NamedMediaTypes: { ...named, additionalProperties: "MediaType" } };
}

/** A response has no required field in OpenAPI 3.2 (Response Object): `description` is optional. */
function withShortResponses({ Response: response }: Types): Types {
  return response === undefined ? {} : { Response: { ...response, required: [] } };
}

/** The scopes of every flow are described alike (OpenAPI 3.2, OAuth Flow Object). */
function withDeviceScopes({ DeviceAuthorization: device, ClientCredentials: known }: Types): Types {
  const scopes = known?.properties["scopes"];
  if (device === undefined || scopes === undefined) return {};
  return { DeviceAuthorization: { ...device, properties: { ...device.properties, scopes } } };
}

function withCookieStyle({ Parameter: parameter }: Types): Types {
  const style: unknown = parameter?.properties["style"];
  if (parameter === undefined || !hasEnum(style)) return {};
  const properties = { ...parameter.properties, style: { ...style, enum: [...style.enum, "cookie"] } };
  return { Parameter: { ...parameter, properties } };
}

function withNestedEncoding({ Encoding: encoding, MediaType: media }: Types): Types {
  if (encoding === undefined || media === undefined) return {};
  const added = NESTED.flatMap((name) => {
    const type = media.properties[name];
    return type === undefined ? [] : [[name, type] as const];
  });
  return { Encoding: { ...encoding, properties: { ...encoding.properties, ...Object.fromEntries(added) } } };
}

/**
 * The same types for the bundler, with every keyword of schemas that this product reads, whatever version defines it: a
 * reference there to another document needs a target in the bundle as well. The structural rules keep the version's table.
 */
export function bundledTypes(types: Types): Types {
  const { Schema: schema } = types;
  if (schema === undefined) return types;
  const added = [...objectKeywords.schema.keywords].flatMap(([name, keyword]) => {
    const type = keywordType(keyword);
    return type === undefined || Object.hasOwn(schema.properties, name) ? [] : [[name, type] as const];
  });
  return {
    ...types,
    Schema: { ...schema, properties: { ...schema.properties, ...Object.fromEntries(added) } },
  };
}

/** How the library describes the schemas of a keyword; undefined: the keyword has none. */
function keywordType(keyword: Keyword): SchemaProperty | undefined {
  if (keyword.holds === "data" || keyword.kind !== "schema") return undefined;
  const map = { name: "SchemaMap", properties: {}, additionalProperties: schemaType };
  const list = { name: "SchemaList", properties: {}, items: "Schema" };
  switch (keyword.holds) {
    case "list":
      return list;
    case "map":
    case "map or data":
      return map;
    default:
      return (value: unknown) => (Array.isArray(value) ? list : schemaType(value));
  }
}

type SchemaProperty = Types[string]["properties"][string];

/** A schema; anything else is data: a flag, or names (`dependencies` before JSON Schema 2019-09). */
function schemaType(value: unknown): "Schema" | null {
  return isMembers(value) ? "Schema" : null;
}

function hasEnum(type: unknown): type is { readonly enum: readonly string[] } {
  return typeof type === "object" && type !== null && "enum" in type && Array.isArray(type.enum);
}

/**
 * A member that hides a method which the library calls on the objects that it checks. No OpenAPI object has such a field;
 * in a map of names, and in data, the library calls nothing and the name stays.
 */
export const SHADOW = "hasOwnProperty";

/** Types that take the member out of an object before the library looks for its required fields. */
function withoutShadows(types: Types, onShadow: (node: object) => void): Types {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const { required = [], requiredOneOf } = type;
      if (Array.isArray(required) && required.length === 0 && requiredOneOf === undefined)
        return [name, type];
      const withoutShadow = (node: unknown, key: string | number | undefined): string[] => {
        if (typeof node === "object" && node !== null && Object.hasOwn(node, SHADOW)) {
          Reflect.deleteProperty(node, SHADOW);
          onShadow(node);
        }
        return typeof required === "function" ? required(node, key) : required;
      };
      return [name, { ...type, required: withoutShadow }];
    }),
  );
}

/** A document that declares a supported version of OpenAPI. */
interface RecognisedDocument {
  readonly dialect: LoadedContract["dialect"];
  readonly root: Record<string, unknown>;
}

/**
 * Which OpenAPI a parsed document is written in.
 *
 * @param where the document's name, for messages
 * @throws UserError (3) for everything that is not OpenAPI 3.0, 3.1 or 3.2: empty, no object, another format, another
 *   version. Says which, and how to get on.
 */
export function readDialect(parsed: unknown, where: string): RecognisedDocument {
  if (parsed === null) throw refusal("The contract is empty.", "Check what wrote it, or the path.", where);
  if (typeof parsed !== "object" || Array.isArray(parsed)) {
    const what = Array.isArray(parsed) ? "a list" : `a ${typeof parsed}`;
    throw refusal(
      `The contract is ${what}, not an OpenAPI document.`,
      'An OpenAPI document is an object that begins with "openapi: 3.1.0" or the like.',
      where,
    );
  }
  const root = parsed as Record<string, unknown>;
  refuseOtherFormats(root, where);
  return { dialect: dialectOf(root["openapi"], where), root };
}

function refuseOtherFormats(root: Readonly<Record<string, unknown>>, where: string): void {
  if (root["swagger"] !== undefined) {
    throw refusal(
      `This is Swagger ${shown(root["swagger"])}, the format before OpenAPI 3.`,
      "Convert it once with `npx swagger2openapi FILE -o openapi.yaml`, or with the converter at converter.swagger.io.",
      where,
    );
  }
  for (const [key, format] of [
    ["asyncapi", "AsyncAPI, which describes messages and not HTTP calls"],
    ["arazzo", "an Arazzo workflow, which refers to OpenAPI documents"],
    ["overlay", "an OpenAPI Overlay, which changes OpenAPI documents"],
    ["openrpc", "OpenRPC, which describes JSON-RPC and not HTTP calls"],
  ] as const) {
    if (root["openapi"] === undefined && root[key] !== undefined) {
      throw refusal(`This is ${format}.`, "Name the OpenAPI document itself.", where);
    }
  }
}

function dialectOf(version: unknown, where: string): LoadedContract["dialect"] {
  if (version === undefined) {
    throw refusal(
      'This is not an OpenAPI document: it has no "openapi" at its top level.',
      'An OpenAPI document begins with "openapi: 3.1.0" or the like. A file of a split contract is named by its root.',
      where,
    );
  }
  // YAML reads `openapi: 3.0` as the number 3.
  const isNumber = typeof version === "number";
  const written = version === 3 ? "3.0" : isNumber || typeof version === "string" ? String(version) : "";
  const [, dialect, patch] = /^(3\.[012])(\..*|$)/su.exec(written) ?? [];
  if (isDialect(dialect) && patch !== undefined) {
    // A patch number, of a draft with its word: 3.1.0-rc1. It may be absent, which is said elsewhere.
    if (/^(?:\.\d+(?:-[\dA-Za-z.-]+)?)?$/u.test(patch)) return dialect;
    throw refusal(
      `The version of OpenAPI must have the form ${dialect}.0 (got ${shown(version)}).`,
      `Write the version that the contract follows, as in openapi: "${dialect}.0".`,
      where,
    );
  }
  throw refusal(
    `OpenAPI ${shown(version)} is not supported.`,
    'Supported are 3.0, 3.1 and 3.2; the version is written in full and as a text, as in openapi: "3.1.0".',
    where,
  );
}

function isDialect(text: string | undefined): text is LoadedContract["dialect"] {
  return text === "3.0" || text === "3.1" || text === "3.2";
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 40);
}

function refusal(what: string, remedy: string, where: string): UserError {
  return new UserError(3, what, { remedy, where });
}
