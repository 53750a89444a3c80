import type { ApiModel, MediaModel } from "../model/api-model.js";
import type { SchemaModel, SchemaNode } from "../model/schema-model.js";
import { answerCodecOf, codecOf, type CodecName } from "./media.js";
import { createSchemaReader } from "./reading/schema-reader.js";
import { textForBytes } from "./types/text-for-bytes.js";
import { referredNames } from "./types/schema-usage.js";

/** Contents whose values are JSON, one or many one after another. */
const JSON_CODECS: ReadonlySet<CodecName> = new Set(["json", "events", "lines", "sequence"]);

/**
 * What a contract describes as bytes is text where JSON carries it: a string is all that can stand there (RFC 8259
 * section 3), and so it is in a parameter. Bytes stay bytes where a content is bytes itself, or has them in its parts. A named schema that both kinds of
 * content reach has one type for all: it stays as it is, with a warning.
 *
 * @returns the model with text in place of such bytes.
 */
export function settleBytes(model: ApiModel): {
  readonly model: ApiModel;
  readonly warnings: readonly string[];
} {
  const texts = new Map(
    model.schemas.flatMap((schema) => {
      const node = textForBytes(schema.node);
      return node === schema.node ? [] : [[schema.name, node] as const];
    }),
  );
  const reader = createSchemaReader(model.schemas);
  const read = (content: readonly MediaModel[], codec: typeof codecOf) =>
    content.map((media) => ({ media, codec: codec(media, reader) }));
  const contents = [
    ...[...model.operations, ...model.webhooks].flatMap(({ body }) => read(body?.content ?? [], codecOf)),
    ...model.operations.flatMap(({ answers }) =>
      answers.flatMap(({ content }) => read(content, answerCodecOf)),
    ),
  ];
  const isJson = new Set(contents.flatMap(({ media, codec }) => (JSON_CODECS.has(codec) ? media : [])));
  const links = new Map(model.schemas.map(({ name, node }) => [name, referredNames(node)]));
  const inText = reach(
    [
      ...[...isJson].flatMap(({ schema }) => schema ?? []),
      ...model.operations.flatMap(({ parameters }) => parameters.map(({ schema }) => schema)),
    ],
    links,
  );
  // Text (XML) is given and taken as it is: it asks for no type.
  const inBytes = reach(
    contents
      .filter(({ media, codec }) => !isJson.has(media) && codec !== "text")
      .flatMap(({ media }) => media.schema ?? []),
    links,
  );
  const torn = model.schemas.filter(({ name }) => texts.has(name) && inText.has(name) && inBytes.has(name));
  const settle = (media: MediaModel): MediaModel =>
    media.schema === undefined || !isJson.has(media)
      ? media
      : { ...media, schema: textForBytes(media.schema) };
  const settled: ApiModel = {
    ...model,
    schemas: model.schemas.map((schema): SchemaModel => {
      const node = inText.has(schema.name) && !inBytes.has(schema.name) ? texts.get(schema.name) : undefined;
      return node === undefined ? schema : { ...schema, node };
    }),
    operations: model.operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((parameter) => ({
        ...parameter,
        schema: textForBytes(parameter.schema),
      })),
      ...(operation.body && { body: { ...operation.body, content: operation.body.content.map(settle) } }),
      answers: operation.answers.map((answer) => ({ ...answer, content: answer.content.map(settle) })),
    })),
    webhooks: model.webhooks.map((webhook) => ({
      ...webhook,
      ...(webhook.body && { body: { ...webhook.body, content: webhook.body.content.map(settle) } }),
    })),
  };
  return {
    model: settled,
    warnings: torn.map(({ name, node }) => {
      return `The schema ${name} (${node.origin.pointer}) has bytes, and is used both where there is only text (JSON, parameters) and elsewhere: it is typed as bytes, but there it is a string. Give what is text a schema of its own.`;
    }),
  };
}

/** Names of all schemas that some lead to. */
function reach(
  roots: readonly SchemaNode[],
  links: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = roots.flatMap(referredNames);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const link of links.get(name) ?? []) waiting.push(link);
  }
  return reached;
}
