import type { ClientOverrides } from "../../../config/client-overrides.js";
import type { ApiModel, OperationModel, ResponseModel } from "../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../model/schema-model.js";
import { byText } from "../../../text/by-text.js";
import { words } from "../../../text/words.js";
import type { SchemaReader } from "../schema-reader.js";
import { objectMembers } from "../traits/body-members.js";
import { errorMedia, isHolder, mostShared, piecesOf } from "../traits/error-models.js";
import { shownMember } from "../traits/pagination/paths.js";
import { heldAt } from "../traits/problem-codes.js";
import { pointerKeys } from "../../../text/json-pointer.js";
import { isReadAsJson } from "../media.js";
import { operationKey } from "../responses.js";
import type { Problem, Trait } from "../traits/trait.js";
import { configuredPath } from "./pages/paging-lines.js";
import type { LostSign } from "./sign.js";

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The member by its name, and not the word: `` `retryable` ``, `retryable: true`, "`isRetryable` is true". */
const NAMED =
  /[`"'“](?:is_?)?retr(?:y|i)able[`"'”]|\b(?:is_?)?retr(?:y|i)able\b\s*(?:[:=]|is|equals)\s*[`"']?(?:true|false)\b/i;

/** A sign of errors, with what it adds to the one line of `problems`: nothing where it has none. */
type ErrorSign = Omit<LostSign, "lines"> & {
  readonly isRetryable?: true;
  readonly members?: readonly string[];
};

/**
 * What errors may have that the client does not read: what is retryable, and codes. Their lines are one map: YAML has a key once.
 *
 * @param given - what the configuration says of problems
 */
export function problemSigns(
  model: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  given: ClientOverrides["problems"],
  reader: SchemaReader,
): readonly LostSign[] {
  const described = describedSign(model.operations, problem);
  const found: readonly ErrorSign[] = [
    described ?? errorsSign(model, problem, reader),
    described === undefined ? flagSign(model, problem, given, reader) : undefined,
    unreadCodesSign(model, problem, reader),
  ].filter((sign) => sign !== undefined);
  const members = found.flatMap((sign) => sign.members ?? []);
  const entries = [
    ...(found.some(({ isRetryable }) => isRetryable) ? ["retryable: true"] : []),
    ...(members.length > 0 ? [`members: { ${members.join(", ")} }`] : []),
  ];
  const line = `problems: { ${entries.join(", ")} }`;
  return found.map(({ isRetryable, members: own, meant, ...sign }) => {
    if (isRetryable !== undefined || own !== undefined)
      return { ...sign, ...(meant !== undefined && { meant }), lines: [line] };
    // What accepts it would be a second map beside that line.
    return { ...sign, ...(meant !== undefined && entries.length === 0 && { meant }), lines: [] };
  });
}

/** Problems of which only descriptions say that a member tells what is retryable: one sign for the contract. */
function describedSign(
  operations: readonly OperationModel[],
  problem: Trait<Problem> | undefined,
): ErrorSign | undefined {
  if (problem?.facts.retryable === true || problem?.decidedBy === "configuration") return undefined;
  for (const operation of operations) {
    const response = operation.responses.find(
      ({ status, description = "" }) =>
        /^(?:[45]|default$)/.test(status) && NAMED.test(description.slice(0, LONGEST)),
    );
    if (response !== undefined)
      return {
        origin: operation.origin,
        trait: "problems",
        shown: `the description of the response ${response.status} of \`${operationKey(operation)}\` names \`retryable\``,
        missing:
          problem === undefined
            ? "no error response has a JSON schema or example of a problem with that member"
            : "no problem has that member, in its schema or its examples",
        isRetryable: true,
      };
  }
  return undefined;
}

/** Names of a flag that may say what can be sent again, and of which a client cannot know that it does; words joined by `_`. */
const PASSING =
  /^(?:(?:is_)?(?:transient|temporary)(?:_(?:error|failure))?|(?:should|may)_retry|retry(?:_allowed)?|(?:allow|allows)_retry)$/;

/** Errors with a flag that may say what is retryable, under another name. */
function flagSign(
  model: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  given: ClientOverrides["problems"],
  reader: SchemaReader,
): ErrorSign | undefined {
  if (problem?.facts.retryable === true || given?.retryable !== undefined) return undefined;
  const media = errorMedia(model, reader);
  const flags = media.flatMap(({ schema }) => {
    const path = schema === undefined ? undefined : passingFlag(schema, reader);
    return schema === undefined || path === undefined ? [] : [{ path, schema }];
  });
  const [first] = flags;
  if (first === undefined) return undefined;
  const few = `${String(flags.length)} of ${String(media.length)} error responses ${flags.length === 1 ? "has" : "have"}`;
  const isOfMost = flags.length * 2 > media.length;
  return {
    origin: first.schema.origin,
    trait: "problems",
    shown: `${isOfMost ? "most error responses have" : few} ${JSON.stringify(first.path.join("."))}`,
    missing: `nothing tells that it says what may be sent again${isOfMost ? "" : ", and the others do not have it"}`,
    meant: ["problems: { retryable: false }"],
    // Without the member, silence would mean no.
    ...(isOfMost && { isRetryable: true, members: [`retryable: ${configuredPath(first.path)}`] }),
  };
}

/** The path of such a flag, at the top of a body or in an object that holds what the error is. */
function passingFlag(schema: SchemaNode, reader: SchemaReader): readonly string[] | undefined {
  const members = objectMembers(schema, reader);
  const isFlag = (member: PropertyModel) =>
    PASSING.test(words(member.name).join("_")) && reader.resolve(member.schema).type.kind === "boolean";
  const own = members.find(isFlag);
  if (own !== undefined) return [own.name];
  for (const holder of members.filter(({ name }) => isHolder(name))) {
    const held = objectMembers(holder.schema, reader).find(isFlag);
    if (held !== undefined) return [holder.name, held.name];
  }
  return undefined;
}

/** Names of a member that distinguishes errors, the plainest first; words joined by `_`. */
const CODES = "code error_code error_type error_key error type category kind reason".split(" ");
/** How many of them are codes whatever is beside them. */
const CERTAIN = 4;
const MESSAGES = "message error_message detail msg description reason error_reason diagnostics".split(" ");

/** Errors that share a model in which nothing certain is a code: a list of errors, or a text that could be a sentence. */
function errorsSign(
  model: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  reader: SchemaReader,
): ErrorSign | undefined {
  const media = errorMedia(model, reader);
  const { models, count } = mostShared(media, reader);
  const [shared] = models;
  if (problem !== undefined || shared === undefined || count < 2 || count * 2 < media.length)
    return undefined;
  const operation = model.operations.find(({ responses }) =>
    responses.some(({ content }) =>
      content.some(({ schema }) => schema !== undefined && reader.resolve(schema) === shared),
    ),
  );
  const found = listSign(shared, reader) ?? memberSign(shared, reader) ?? holderSign(shared, reader);
  // A fact of the contract; the operation only shows it.
  return (
    operation && found && { origin: operation.origin, trait: "problems", rule: "trait/error-codes", ...found }
  );
}

/** Error responses with a code that the client does not read, as the configuration says that the code is in another member. */
function unreadCodesSign(
  { operations }: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  reader: SchemaReader,
): ErrorSign | undefined {
  const code = problem?.decidedBy === "configuration" ? problem.facts.members?.code : undefined;
  if (code === undefined) return undefined;
  const holders = problem?.facts.holders ?? [];
  const unread = operations.flatMap((operation) =>
    operation.responses.flatMap((response) => {
      const name = isError(response) ? otherCode(response, { code, holders }, reader) : undefined;
      return name === undefined ? [] : [{ operation, status: response.status, name }];
    }),
  );
  const [first, ...others] = unread;
  if (first === undefined) return undefined;
  const count = `, and ${String(others.length)} more ${others.length === 1 ? "response has" : "responses have"} one`;
  const more = others.length === 0 ? "" : count;
  const read = [code, ...holders.map((holder) => `${shownMember(holder)}.${code}`)];
  return {
    origin: first.operation.origin,
    trait: "problems",
    rule: "trait/error-codes",
    shown: `the response ${first.status} of \`${operationKey(first.operation)}\` has ${JSON.stringify(first.name)}${more}`,
    missing: `the configuration says that codes are in ${read.map((one) => JSON.stringify(one)).join(" or ")}`,
  };
}

function isError({ status }: ResponseModel): boolean {
  return /^(?:[45]|default$)/.test(status);
}

/** The member that looks like a code in a body without the one that the client reads. */
function otherCode(
  { content }: ResponseModel,
  { code, holders }: { readonly code: string; readonly holders: readonly string[] },
  reader: SchemaReader,
): string | undefined {
  const media = content.filter((one) => isReadAsJson(one, reader));
  const pieces = media.flatMap(({ schema }) => (schema === undefined ? [] : piecesOf(schema, reader)));
  const top = { pieces, examples: [], reader };
  const objects = [top, ...holders.map((holder) => heldAt(top, pointerKeys(`/${holder}`)))];
  if (objects.some((held) => held.pieces.some((piece) => reader.property(piece, code) !== undefined)))
    return undefined;
  const members = pieces.flatMap((piece) => reader.properties(piece) ?? []);
  const found = named(members, CODES.slice(0, CERTAIN), reader);
  return found !== undefined && isTextual(found, reader) ? found.name : undefined;
}

type Found = Pick<ErrorSign, "shown" | "missing" | "members"> | undefined;

/** A list whose entries have a code each. */
function listSign(shared: SchemaNode, reader: SchemaReader): Found {
  const members = [...objectMembers(shared, reader)].sort((left, right) => byText(left.name, right.name));
  for (const { name, schema } of members) {
    const { type } = reader.resolve(schema);
    const entry = type.kind === "array" ? objectMembers(type.items, reader) : [];
    const code = named(entry, CODES, reader);
    if (code === undefined) continue;
    const detail = named(members, MESSAGES, reader) ?? named(entry, MESSAGES, reader);
    const above = detail !== undefined && members.includes(detail) ? [] : [name, "0"];
    const isText = isTextual(code, reader);
    return {
      shown: `most error responses have the list "${name}" with "${code.name}"`,
      missing: isText
        ? "nothing tells which entry decides; the lines take the first"
        : "that is a number, and a code must be a text",
      ...(isText && { members: entriesOf([name, "0", code.name], detail && [...above, detail.name]) }),
    };
  }
  return undefined;
}

/** The same in an object that holds what the error is: `error`. */
function holderSign(shared: SchemaNode, reader: SchemaReader): Found {
  const holders = objectMembers(shared, reader).filter(({ name }) => isHolder(name));
  const [holder, ...others] = holders.map(({ name, schema }) => memberSign(schema, reader, [name]));
  return others.length === 0 ? holder : undefined;
}

/**
 * A text beside a message, or a code in a contract with few errors.
 *
 * @param above - the path of the object that has them
 */
function memberSign(node: SchemaNode, reader: SchemaReader, above: readonly string[] = []): Found {
  const members = objectMembers(node, reader);
  const first = named(members, CODES, reader);
  // `{ error: { code: 404, status: "NOT_FOUND" } }`; outside of a holder `status` is often "error" or the phrase of the number.
  const isNumber = first !== undefined && above.length > 0 && !isTextual(first, reader);
  const code = isNumber ? named(members, ["status"], reader) : first;
  const detail = named(
    members.filter((member) => member !== code),
    MESSAGES,
    reader,
  );
  // `error` beside a status is the phrase of that status.
  const hasStatus = members.some(
    (member) => member !== code && /^status(?:_code)?$/.test(words(member.name).join("_")),
  );
  if (code === undefined || detail === undefined || hasStatus || !isTextual(code, reader)) return undefined;
  const [codePath, detailPath] = [code, detail].map(({ name }) => [...above, name]);
  const shown = [codePath, detailPath].map((path = []) => JSON.stringify(path.join(".")));
  return {
    shown: `most error responses have ${shown.join(" and ")}`,
    missing: `nothing tells that ${shown[0] ?? ""} is a code for programs`,
    members: entriesOf(codePath ?? [], detailPath),
  };
}

function named(
  members: readonly PropertyModel[],
  names: readonly string[],
  reader: SchemaReader,
): PropertyModel | undefined {
  const scalars = members.filter(({ schema }) =>
    ["string", "number", "enum", "literal"].includes(reader.resolve(schema).type.kind),
  );
  return names
    .map((name) => scalars.find((member) => words(member.name).join("_") === name))
    .find((member) => member !== undefined);
}

function isTextual({ schema }: PropertyModel, reader: SchemaReader): boolean {
  return reader.resolve(schema).type.kind !== "number";
}

function entriesOf(code: readonly string[], detail: readonly string[] | undefined): readonly string[] {
  return [`code: ${configuredPath(code)}`, ...(detail ? [`detail: ${configuredPath(detail)}`] : [])];
}
