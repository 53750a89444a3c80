import type { ApiModel, MediaModel } from "../model/api-model.js";
import type { SchemaNode } from "../model/schema-model.js";
import { isUnwrittenContent } from "./inputs/unwritten-content.js";
import { answerCodecOf, codecOf, type CodecName } from "./media.js";
import type { SchemaReader } from "./reading/schema-reader.js";
import { closure, referredNames } from "./types/schema-usage.js";
import { untypedContents } from "./untyped-contents.js";

/**
 * Names of the schemas that get no declaration, because no type of the client leads to them: those that stand in a content
 * that is text, bytes or a form to a caller, or in a `contentSchema` that nobody reads. What the contract names itself is
 * declared whatever leads to it, and so is all that it leads to.
 */
export function untypedSchemas(model: ApiModel, reader: SchemaReader): ReadonlySet<string> {
  const { operations, schemas, webhooks } = model;
  const named = schemas.filter(({ key, identity }) => key !== undefined || identity.startsWith("base:"));
  const roots = [
    ...operations.flatMap((operation) => [
      ...operation.parameters
        .filter((parameter) => !isUnwrittenContent(parameter, reader))
        .map(({ schema }) => schema),
      ...typed(operation.body?.content ?? [], codecOf, untypedContents.request, reader),
      ...operation.answers.flatMap(({ content, headers }) => [
        ...typed(content, answerCodecOf, untypedContents.answer, reader),
        ...headers.flatMap(({ schema }) => schema ?? []),
      ]),
    ]),
    ...webhooks.flatMap(({ body, parameters }) => [
      ...(body?.content ?? []).flatMap(({ schema }) => schema ?? []),
      ...parameters.map(({ schema }) => schema),
    ]),
  ];
  const links = new Map(schemas.map(({ name, node }) => [name, referredNames(node)]));
  const reached = closure([...named.map(({ name }) => name), ...roots.flatMap(referredNames)], links);
  return new Set(schemas.flatMap(({ name }) => (reached.has(name) ? [] : name)));
}

function typed(
  content: readonly MediaModel[],
  codecFor: typeof codecOf,
  untyped: ReadonlyMap<CodecName, string>,
  reader: SchemaReader,
): readonly SchemaNode[] {
  return content.flatMap((media) => {
    const { schema } = media;
    const codec = codecFor(media, reader);
    if (schema === undefined) return [];
    // Text has the type of a schema that is text itself, and an event that is sent that of its schema.
    const isTyped = isText(schema, reader) || (codec === "events" && codecFor === codecOf);
    return isTyped || !untyped.has(codec) ? [schema] : [];
  });
}

function isText(schema: SchemaNode, reader: SchemaReader): boolean {
  const { kind } = reader.resolve(schema).type;
  return kind === "string" || kind === "enum" || kind === "literal";
}
