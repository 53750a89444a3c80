import type { ApiModel } from "../../../../model/api-model.js";
import type { SchemaNode } from "../../../../model/schema-model.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { isError, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { objectMembers } from "../../traits/body-members.js";
import {
  CODES,
  errorMedia,
  hasFlatMap,
  isHolder,
  RETRYABLE,
  takesExtensions,
  TRACES,
} from "../../traits/problems/error-models.js";
import type { Problem } from "../../traits/trait.js";
import type { ErrorSign } from "../sign.js";
import { errorParagraphs } from "./described-codes-sign.js";

/** A text about the members of problems. */
export interface MembersText {
  /** "the description of the schema of problems" */
  readonly by: string;
  readonly text: string;
  readonly pointer: string;
  /** It is of the schema of a problem, or of an object in it. */
  readonly isOfSchema: boolean;
}

/** A member that only texts call the code of a problem. */
export type CodeMember = ErrorSign & {
  readonly code: string;
  /** The member that the client reads the code from. */
  readonly read: string;
};

/** Characters of a text that are searched. */
const LONGEST = 10_000;

/**
 * Problems whose code is the address in `type`, as its examples show, or whose members an open map has, where a text names another member
 * that is the code: the client would read the one that programs must not go by. The usual name may be in any problem (RFC 9457 section 3.2).
 */
export function codeMemberSign(
  texts: readonly MembersText[],
  media: readonly SchemaNode[],
  { members }: Problem,
  reader: SchemaReader,
): CodeMember | undefined {
  const read = members?.code ?? "code";
  const isOpen = read === "type" || !media.some((schema) => has(schema, read, reader));
  if (!isOpen || !media.some((schema) => takesExtensions(schema, reader))) return undefined;
  const isFlat = media.some((schema) => hasFlatMap(schema, reader));
  for (const { by, text, pointer, isOfSchema } of texts) {
    const code = namedCode(text, isOfSchema);
    if (code === undefined) continue;
    if (code === read || (code !== "code" && !isFlat)) return undefined;
    return {
      trait: "problems",
      rule: "trait/described-codes",
      shown: `${by} names the member ${JSON.stringify(code)}`,
      missing: `the client takes codes from ${JSON.stringify(read)}`,
      members: { code },
      code,
      read,
      origin: { pointer },
    };
  }
  return undefined;
}

/** The texts that may name the members of problems: of their schemas, of error responses, and what the contract says of errors. */
export function listMembersTexts(
  { contract, operations }: Pick<ApiModel, "contract" | "operations">,
  reader: SchemaReader,
): readonly MembersText[] {
  const schemas = errorMedia({ operations }, reader).flatMap(({ schema }) => schema ?? []);
  const nodes = [...new Set(schemas.flatMap((schema) => [schema, reader.resolve(schema)]))];
  const ofSchemas = nodes.flatMap((node) => [
    { by: "the description of the schema of errors", node },
    ...objectMembers(node, reader)
      .filter(({ name }) => isHolder(name))
      .flatMap(({ name, schema }) =>
        [schema, reader.resolve(schema)].map((one) => ({
          by: `the description of the member ${JSON.stringify(name)} of errors`,
          node: one,
        })),
      ),
  ]);
  const ofResponses = operations.flatMap((operation) =>
    operation.responses.filter(isError).map(({ status, description, origin }) => ({
      by: `the description of the response ${status} of \`${operationKey(operation)}\``,
      text: description,
      pointer: origin.pointer,
      isOfSchema: false,
    })),
  );
  const all = [
    ...ofSchemas.map(({ by, node }) => ({
      by,
      text: node.doc.description,
      pointer: node.origin.pointer,
      isOfSchema: true,
    })),
    ...ofResponses,
    {
      by: "the description of the contract",
      text: errorParagraphs(contract.description),
      pointer: "#/info/description",
      isOfSchema: false,
    },
  ];
  const known = new Set<string>();
  return all.flatMap(({ text = "", ...from }) => {
    if (text === "" || known.has(text)) return [];
    known.add(text);
    return [{ text, ...from }];
  });
}

function has(schema: SchemaNode, name: string, reader: SchemaReader): boolean {
  return objectMembers(schema, reader).some((member) => member.name === name);
}

/** A name in quotes. */
const QUOTED = /[`"“']([A-Za-z][\w-]{1,40})[`"”']/gu;

const MEMBER = /\b(?:additional|attributes?|extensions?|extra|fields?|keys?|members?|propert(?:y|ies))\b/iu;

/** "Contains code, retryable and traceId": names without quotes, in a list. */
const LISTED =
  /\b([A-Za-z][\w-]{1,40})(?:,\s{1,3}(?:and\s)?|\s(?:and|or)\s|\s?\/\s?)(?:[\w-]{1,40}(?:,\s{1,3}(?:and\s)?|\s(?:and|or)\s|\s?\/\s?)){0,4}([\w-]{1,40})/gu;

/** The member that a sentence calls a code: one beside what is retryable or the trace, or that is named as a member. */
function namedCode(text: string, isOfSchema: boolean): string | undefined {
  for (const sentence of withoutDenials(text.slice(0, LONGEST), "use").split(/(?<=[.;!?])\s|\n/u)) {
    const quoted = [...sentence.matchAll(QUOTED)].flatMap(([, name]) => name ?? []);
    const code = quoted.find((name) => isOne(name, CODES));
    const isMember = isOfSchema || MEMBER.test(sentence) || quoted.some(isBesideCode);
    if (code !== undefined && isMember) return code;
    const listed = isOfSchema ? listedCode(sentence) : undefined;
    if (listed !== undefined) return listed;
  }
  return undefined;
}

function listedCode(sentence: string): string | undefined {
  for (const [list] of sentence.matchAll(LISTED)) {
    const names = list.match(/[\w-]+/gu) ?? [];
    const code = names.find((name) => isOne(name, CODES));
    if (code !== undefined && names.some(isBesideCode)) return code;
  }
  return undefined;
}

/** Whether a sentence of a schema lists the member that says what is retryable, without quotes. */
export function listsRetryable(text: string): boolean {
  return [...text.slice(0, LONGEST).matchAll(LISTED)].some(([list]) => {
    const names = list.match(/[\w-]+/gu) ?? [];
    const others = names.filter((name) => isOne(name, CODES) || isOne(name, TRACES));
    return others.length > 0 && names.some((name) => isOne(name, RETRYABLE));
  });
}

function isBesideCode(name: string): boolean {
  return isOne(name, RETRYABLE) || isOne(name, TRACES);
}

function isOne(name: string, names: readonly string[]): boolean {
  return names.includes(words(name).join("_"));
}
