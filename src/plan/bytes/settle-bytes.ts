import type { ApiModel, MediaModel } from "../../model/api-model.js";
import type { SchemaModel, SchemaNode } from "../../model/schema-model.js";
import type { VisitBudget } from "../../openapi/visit-budget.js";
import { byText } from "../../text/by-text.js";
import { codeSpan } from "../../text/code-span.js";
import { createSchemaReader } from "../reading/schema-reader.js";
import { partTypes } from "./part-types.js";
import { renameReferences } from "./rename-references.js";
import { textForBytes } from "./text-for-bytes.js";
import { traceBytes } from "./trace-bytes.js";
import { type GivenNames, nameTwins } from "./twin-names.js";

/** A model in which bytes stand only where they can be given and come. */
export interface SettledBytes {
  readonly model: ApiModel;
  /** Name of a schema that was added → that of the schema whose other form it is. */
  readonly twins: ReadonlyMap<string, string>;
  /** As {@link TwinNames.namedByBytes} has them. */
  readonly namedByBytes: ReadonlySet<string>;
}

/**
 * What a contract describes as bytes is text where JSON carries it: a string is all that can stand there (RFC 8259
 * section 3). So it is in a parameter and in a URL-encoded form, whose values are strings to whoever writes or reads one
 * (URL Standard, section 5). Bytes stay bytes where a content is bytes itself, or has them in its parts. A named schema
 * that both kinds of content lead to becomes two.
 */
export function settleBytes(model: ApiModel, names: GivenNames, budget: VisitBudget): SettledBytes {
  const reader = createSchemaReader(model.schemas, budget);
  const usage = traceBytes(model, reader);
  const { asText, texts, parts, whole, holders } = usage;
  const twins = nameTwins(model.schemas, usage, names);
  const asTexts = (node: SchemaNode) => renameReferences(textForBytes(node), twins.texts);
  const asParts = (node: SchemaNode) => renameReferences(node, twins.bytes);
  const isText = (name: string) => (asText.sent.has(name) || asText.read.has(name)) && !twins.texts.has(name);
  const settle = (schema: SchemaModel): readonly SchemaModel[] => {
    const { name, node, identity } = schema;
    if (!holders.has(name)) return [schema];
    const text = twins.texts.get(name);
    if (text !== undefined)
      return [{ ...schema, node: asParts(node) }, twin(schema, text, `text:${identity}`, asTexts(node))];
    const bytes = twins.bytes.get(name);
    if (bytes !== undefined)
      return [{ ...schema, node: asTexts(node) }, twin(schema, bytes, `bytes:${identity}`, asParts(node))];
    return [{ ...schema, node: isText(name) ? asTexts(node) : asParts(node) }];
  };
  const settleMedia = (media: MediaModel): MediaModel => {
    const { schema } = media;
    if (schema === undefined) return media;
    if (texts.has(media)) return { ...media, schema: asTexts(schema) };
    if (parts.has(media)) return { ...media, schema: asParts(schema), ...partTypes(media, reader) };
    // What is bytes as a whole stays so where its name has become that of text.
    const { type } = schema;
    return whole.has(media) && type.kind === "ref" && isText(type.name)
      ? { ...media, schema: { ...reader.resolve(schema), origin: schema.origin } }
      : media;
  };
  return {
    namedByBytes: twins.namedByBytes,
    twins: new Map([...twins.texts, ...twins.bytes].map(([name, second]) => [second, name])),
    model: {
      ...model,
      schemas: model.schemas.flatMap(settle).sort((left, right) => byText(left.name, right.name)),
      operations: model.operations.map((operation) => ({
        ...operation,
        parameters: operation.parameters.map((parameter) => ({
          ...parameter,
          schema: asTexts(parameter.schema),
        })),
        ...(operation.body && {
          body: { ...operation.body, content: operation.body.content.map(settleMedia) },
        }),
        answers: operation.answers.map((answer) => ({
          ...answer,
          content: answer.content.map(settleMedia),
          headers: answer.headers.map((header) =>
            header.schema === undefined ? header : { ...header, schema: asTexts(header.schema) },
          ),
        })),
      })),
      webhooks: model.webhooks.map((webhook) => ({
        ...webhook,
        ...(webhook.body && {
          body: { ...webhook.body, content: webhook.body.content.map(settleMedia) },
        }),
      })),
    },
  };
}

/** The other form of a schema, which stands in the same file and says what it is. */
function twin(schema: SchemaModel, name: string, identity: string, node: SchemaNode): SchemaModel {
  const { doc } = node;
  const has = identity.startsWith("text:")
    ? "with text in place of bytes, as JSON and URL-encoded forms have it"
    : "with bytes, as a multipart body has it";
  const described = doc.description === undefined ? "" : `${doc.description}\n\n`;
  const description = `${described}${codeSpan(schema.name)} ${has}.`;
  return {
    ...schema,
    name,
    identity,
    owner: schema.owner ?? schema.name,
    node: { ...node, doc: { ...doc, description } },
  };
}
