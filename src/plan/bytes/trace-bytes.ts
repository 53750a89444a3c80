import type { ApiModel, MediaModel } from "../../model/api-model.js";
import type { SchemaNode } from "../../model/schema-model.js";
import { answerCodecOf, codecOf, type CodecName } from "../media.js";
import type { SchemaReader } from "../reading/schema-reader.js";
import { closure, referredNames, usersOf } from "../types/schema-usage.js";
import { hasBytes } from "./text-for-bytes.js";

/** Contents in which a member is text, whatever the contract calls it: values of JSON, and those of a URL-encoded form. */
const TEXTS: ReadonlySet<CodecName> = new Set(["json", "events", "lines", "sequence", "form"]);

/** Contents whose members are parts, which carry bytes. */
const PARTS: ReadonlySet<CodecName> = new Set(["multipart", "parts"]);

/** What carries the schemas of a model that have bytes in them. */
export interface BytesUsage {
  /** The contents whose bytes are text. */
  readonly texts: ReadonlySet<MediaModel>;
  /** The contents whose bytes are bytes, and stand in their types. */
  readonly parts: ReadonlySet<MediaModel>;
  /** The contents that are bytes as a whole. */
  readonly whole: ReadonlySet<MediaModel>;
  /** Names of the schemas that have bytes, in themselves or in what they lead to. */
  readonly holders: ReadonlySet<string>;
  /** Names of the schemas that requests and answers have where there is text alone. */
  readonly asText: { readonly sent: ReadonlySet<string>; readonly read: ReadonlySet<string> };
  /** Names of the schemas that have bytes in parts: of requests, and of what the API sends to a webhook. */
  readonly asBytes: { readonly sent: ReadonlySet<string>; readonly read: ReadonlySet<string> };
}

/** Follows what every content leads to. An answer in parts is a form or bytes: no schema shapes its type. */
export function traceBytes(model: ApiModel, reader: SchemaReader): BytesUsage {
  const { operations, schemas, webhooks } = model;
  const links = new Map(schemas.map(({ name, node }) => [name, referredNames(node)]));
  const reach = (nodes: readonly SchemaNode[]) => closure(nodes.flatMap(referredNames), links);
  const read = (content: readonly MediaModel[], codecFor: typeof codecOf) =>
    content.map((media) => ({ media, codec: codecFor(media, reader) }));
  const bodies = operations.flatMap(({ body }) => read(body?.content ?? [], codecOf));
  const answers = operations.flatMap((operation) =>
    operation.answers.flatMap(({ content }) => read(content, answerCodecOf)),
  );
  const payloads = webhooks.flatMap(({ body }) => read(body?.content ?? [], codecOf));
  const all = [...bodies, ...answers, ...payloads];
  const writtenIn = (contents: typeof all, codecs: ReadonlySet<CodecName>) =>
    contents.filter(({ codec }) => codecs.has(codec)).map(({ media }) => media);
  const schemasOf = (media: readonly MediaModel[]) => media.flatMap(({ schema }) => schema ?? []);
  const parameters = operations.flatMap((operation) => operation.parameters.map(({ schema }) => schema));
  const headers = operations.flatMap((operation) =>
    operation.answers.flatMap((answer) => answer.headers.flatMap(({ schema }) => schema ?? [])),
  );
  return {
    texts: new Set(writtenIn(all, TEXTS)),
    parts: new Set([...writtenIn(bodies, PARTS), ...writtenIn(payloads, PARTS)]),
    whole: new Set(writtenIn(all, new Set(["binary"]))),
    holders: closure(
      schemas.filter(({ node }) => hasBytes(node)).map(({ name }) => name),
      usersOf(links),
    ),
    asText: {
      sent: reach([...parameters, ...schemasOf(writtenIn(bodies, TEXTS))]),
      read: reach([...headers, ...schemasOf(writtenIn([...answers, ...payloads], TEXTS))]),
    },
    asBytes: {
      sent: reach(schemasOf(writtenIn(bodies, PARTS))),
      read: reach(schemasOf(writtenIn(payloads, PARTS))),
    },
  };
}
