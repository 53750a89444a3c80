import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { words } from "../../../../text/words.js";
import { objectMembers } from "../../traits/body-members.js";
import {
  errorMedia,
  isHolder,
  serviceErrors,
  type SharedModel,
  sharedModels,
} from "../../traits/problems/error-models.js";
import { codesOf, exampleCodes } from "../../traits/problems/problem-codes.js";
import { shownPath, type Path } from "../../traits/pagination/paths.js";
import type { Problem, Trait } from "../../traits/trait.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { ErrorSign } from "../sign.js";
import {
  BESIDE,
  CERTAIN,
  distinguishing,
  isCalledCode,
  isMessage,
  isNumberedCode,
  isTextual,
  MESSAGES,
  named,
  namedCode,
  POSSIBLE,
} from "./error-members.js";
import { type FoundCode, listSign, pathsOf } from "./listed-codes.js";

/**
 * Errors that share a model in which nothing certain is a code: a list of errors, or a text that could be a sentence. A code at the top of
 * other errors that at least as many statuses have is preferred over that of an entry, and so is one at the top of the same errors that is
 * always there, where that of an entry may be absent.
 */
export function errorsSign(
  model: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  reader: SchemaReader,
): ErrorSign | undefined {
  // The configuration may say that errors are problems, and not where their codes are: those of entries are not read.
  if (problem !== undefined && problem.decidedBy !== "configuration") return undefined;
  const media = serviceErrors(errorMedia(model, reader), reader);
  const [most, ...others] = sharedModels(media, reader);
  const shared = most?.models[0];
  if (most === undefined || shared === undefined || most.count * 2 < media.length) return undefined;
  if (most.count < Math.min(2, media.length)) return undefined;
  const list = listSign(shared, reader);
  if (
    problem !== undefined &&
    (list === undefined || hasMember(shared, problem.facts.members?.code ?? "code", reader))
  )
    return undefined;
  const better = list && others.find((other) => isPreferred(other.models, { list, most, model, reader }));
  const ofMost =
    better === undefined ? signOfMost(shared, { list, isOnly: media.length === 1, reader }) : undefined;
  const countOf = ({ count }: SharedModel) =>
    `${String(count)} of ${String(media.length)} error responses ${count === 1 ? "has" : "have"}`;
  // Where most errors show nothing, others may have a number as their code: there are no lines for it that could be wrong for most.
  const numbered = others.find((other) => isNumbered(other, media.length, reader));
  const chosen = better ?? (ofMost ? most : numbered);
  const [at] = chosen?.models ?? [];
  if (chosen === undefined || at === undefined) return undefined;
  const context = { who: countOf(chosen), reader };
  const found = ofMost ?? memberSign(at, context) ?? holderSign(at, context);
  const operation = responsesWith(chosen.models, model, reader)[0]?.operation;
  // A fact of the contract; the operation only shows it.
  return (
    operation && found && { origin: operation.origin, trait: "problems", rule: "trait/error-codes", ...found }
  );
}

/** What the model of most errors shows of their code. */
function signOfMost(
  shared: SchemaNode,
  {
    list,
    isOnly,
    reader,
  }: { readonly list: FoundCode | undefined; readonly isOnly: boolean; readonly reader: SchemaReader },
): FoundCode | undefined {
  const context = { who: isOnly ? "the error response has" : "most error responses have", reader };
  return (
    (list && topSign(shared, list, context)) ??
    list ??
    memberSign(shared, context) ??
    holderSign(shared, context) ??
    heldListSign(shared, reader) ??
    statusSign(shared, context)
  );
}

/** Whether these bodies, a quarter or more of all, have a number at their top that is called the code of an error. */
function isNumbered({ models: [first], count }: SharedModel, all: number, reader: SchemaReader): boolean {
  if (first === undefined || count * 4 < all) return false;
  const sign = memberSign(first, { who: "", reader });
  return sign !== undefined && sign.members === undefined;
}

function hasMember(model: SchemaNode, name: string, reader: SchemaReader): boolean {
  return objectMembers(model, reader).some((member) => member.name === name);
}

/** The responses with a body of one of these models. */
function responsesWith(
  models: readonly SchemaNode[],
  { operations }: Pick<ApiModel, "operations">,
  reader: SchemaReader,
): readonly { readonly operation: OperationModel; readonly status: string }[] {
  const all = new Set(models);
  return operations.flatMap((operation) =>
    operation.responses
      .filter(({ content }) =>
        content.some(({ schema }) => schema !== undefined && all.has(reader.resolve(schema))),
      )
      .map(({ status }) => ({ operation, status })),
  );
}

/** Whether the code at the top of such bodies says more than that of an entry of a list, and the client would read one of them only. */
function isPreferred(
  models: readonly SchemaNode[],
  {
    list,
    most,
    model,
    reader,
  }: {
    readonly list: FoundCode;
    readonly most: { readonly models: readonly SchemaNode[] };
    readonly model: Pick<ApiModel, "operations">;
    readonly reader: SchemaReader;
  },
): boolean {
  const [first] = models;
  const members = first === undefined ? [] : objectMembers(first, reader);
  const code = named(members, CERTAIN, reader);
  const sign = first && memberSign(first, { who: "", reader });
  if (code === undefined || sign === undefined) return false;
  // The client reads a member of this name at the top as well.
  if (list.leaf === code.name) return false;
  const statusesOf = (own: readonly SchemaNode[]) =>
    new Set(responsesWith(own, model, reader).map(({ status }) => status)).size;
  return list.members === undefined || statusesOf(models) >= statusesOf(most.models);
}

/** A word for machines of more than one part, or in capitals: `not_found`, `CONFLICT`; `error` and `Not Found` may be for people. */
const MACHINE_WORD = /^(?:[A-Za-z\d]{1,40}(?:[_.-][A-Za-z\d]{1,40}){1,10}|[A-Z]{2,40})$/u;

/**
 * A code at the top that every error has, where the code of an entry may be absent. It is sure by its name, or by what the contract shows
 * of it; else a person chooses.
 */
function topSign(shared: SchemaNode, list: FoundCode, context: SignContext): FoundCode | undefined {
  const { reader } = context;
  const sign = list.isInAll === true ? undefined : memberSign(shared, context);
  const member = objectMembers(shared, reader).find(({ name, required }) => name === sign?.leaf && required);
  if (sign?.members === undefined || member === undefined) return undefined;
  const values = [...codesOf([shared], sign.leaf, reader), ...exampleCodes(shared.doc.examples, sign.leaf)];
  const isSure =
    CERTAIN.includes(words(sign.leaf).join("_")) ||
    (values.length > 0 && values.every((value) => MACHINE_WORD.test(value)));
  if (isSure) return sign;
  return {
    ...sign,
    shown: `${sign.shown}, and a list with "${list.leaf}"`,
    missing: "nothing tells which of them is the code for programs",
    members: { ...sign.members, code: "?" },
  };
}

/** Whether a member holds what the error is, by its name or by the end of it: `odata.error`. */
function isErrorHolder(name: string): boolean {
  return isHolder(name) || ERROR.test(words(name).join("_"));
}

const ERROR = /(?:^|_)(?:error|exception|failure|fault)$/;

/** Such a list in the only object that holds what the error is, by its name or by a list of errors: `failed.errors`. */
function heldListSign(shared: SchemaNode, reader: SchemaReader): FoundCode | undefined {
  const holdsErrors = (schema: SchemaNode) =>
    objectMembers(schema, reader).some(
      (member) => member.name === "errors" && reader.resolve(member.schema).type.kind === "array",
    );
  const [holder, ...others] = objectMembers(shared, reader).filter(
    ({ name, schema }) => isErrorHolder(name) || holdsErrors(schema),
  );
  return holder === undefined || others.length > 0
    ? undefined
    : listSign(holder.schema, reader, [holder.name]);
}

/** What gRPC has of an error (google.rpc.Status): a number, a message, and details of any type, of which one may have a reason. */
function statusSign(shared: SchemaNode, { who, reader }: SignContext): FoundCode | undefined {
  const members = objectMembers(shared, reader);
  const code = named(members, ["code"], reader);
  const detail = named(members, ["message"], reader);
  const details = members.find(({ name }) => name === "details");
  const list = details && reader.resolve(details.schema).type;
  if (code === undefined || detail === undefined || list?.kind !== "array" || isTextual(code, reader))
    return undefined;
  if (!objectMembers(list.items, reader).some(({ name }) => name === "@type")) return undefined;
  return {
    leaf: code.name,
    shown: `${who} "code", "message" and "details" of a google.rpc.Status`,
    missing:
      'the first is a number, and a code must be a text: an entry of "details" may have a "reason" (google.rpc.ErrorInfo)',
    members: { code: "?", detail: detail.name },
  };
}

/** How a sign is worded, and read. */
interface SignContext {
  /** The responses, with their verb: `most error responses have`. */
  readonly who: string;
  readonly reader: SchemaReader;
}

/** The same in an object that holds what the error is: `error`. */
function holderSign(shared: SchemaNode, context: SignContext): FoundCode | undefined {
  const holders = objectMembers(shared, context.reader).filter(({ name }) => isErrorHolder(name));
  const [holder, ...others] = holders.map(
    ({ name, schema }) => memberSign(schema, context, [name]) ?? innerSign(schema, context, [name]),
  );
  return others.length === 0 ? holder : undefined;
}

/** A text that is a code for certain in the only object of one that has the message: `{ fault: { faultstring, detail: { errorcode } } }`. */
function innerSign(node: SchemaNode, { who, reader }: SignContext, above: Path): FoundCode | undefined {
  const members = objectMembers(node, reader);
  const detail = named(members, MESSAGES, reader);
  const codes = members.flatMap(({ name, schema }) => {
    const code = isHolder(name) ? named(objectMembers(schema, reader), CERTAIN, reader) : undefined;
    return code === undefined ? [] : [{ name, code }];
  });
  const [inner, ...others] = codes;
  if (detail === undefined || inner === undefined || others.length > 0 || !isTextual(inner.code, reader))
    return undefined;
  const found = pathsOf([...above, inner.name, inner.code.name], [...above, detail.name]);
  const shown = Object.values(found).map((path) => JSON.stringify(path));
  return {
    leaf: inner.code.name,
    shown: `${who} ${shown.join(" and ")}`,
    missing: `the client takes ${shown[0] ?? ""} for the code only where that is configured`,
    members: found,
  };
}

/**
 * A text beside a message, or a code in a contract with few errors.
 *
 * @param above - the path of the object that has them
 */
function memberSign(node: SchemaNode, { who, reader }: SignContext, above: Path = []): FoundCode | undefined {
  const members = distinguishing(node, reader);
  const isHeld = above.some((name) => ERROR.test(words(name).join("_")));
  const first =
    namedCode(members, isHeld ? [...POSSIBLE, "name"] : POSSIBLE, reader) ??
    members.find((member) => isCalledCode(member, reader));
  // `{ error: { code: 404, status: "NOT_FOUND" } }`; outside of a holder `status` is often "error" or the phrase of the number.
  const isNumber = first !== undefined && above.length > 0 && !isTextual(first, reader);
  const textual = members.filter((member) => member !== first && isTextual(member, reader));
  const code = isNumber
    ? (named(members, ["status"], reader) ?? named(textual, ["category", "reason"], reader))
    : first;
  const rest = members.filter((member) => member !== code);
  const detail = named(rest, MESSAGES, reader) ?? rest.find((member) => isMessage(member, reader));
  if (code === first && detail === undefined && isHeld) return objectSign(members, { who, reader }, above);
  if (code === first && detail !== undefined && isNumberedCode(code, reader))
    return {
      leaf: code.name,
      shown: `${who} ${[code, detail].map(({ name }) => JSON.stringify(shownPath([...above, name]))).join(" and ")}`,
      missing: "the first is a number, and a code must be a text",
    };
  // `error` beside a status is the phrase of that status.
  const isCode = code !== undefined && BESIDE.includes(words(code.name).join("_"));
  const hasStatus = members.some(
    (member) => member !== code && !isCode && /^status(?:_code)?$/.test(words(member.name).join("_")),
  );
  if (code === undefined || detail === undefined || hasStatus || !isTextual(code, reader)) return undefined;
  const found = pathsOf([...above, code.name], [...above, detail.name]);
  const shown = Object.values(found).map((path) => JSON.stringify(path));
  return {
    leaf: code.name,
    shown: `${who} ${shown.join(" and ")}`,
    missing: `the client takes ${shown[0] ?? ""} for the code only where that is configured`,
    members: found,
  };
}

/** A code beside an object with a message: `{ code, message: { lang, value } }` (OData). */
function objectSign(
  members: readonly PropertyModel[],
  { who, reader }: SignContext,
  above: Path,
): FoundCode | undefined {
  const code = named(members, CERTAIN, reader);
  const message = members.find(({ name }) => name === "message");
  const value = message && named(objectMembers(message.schema, reader), ["value"], reader);
  if (code === undefined || message === undefined || value === undefined || !isTextual(code, reader))
    return undefined;
  const found = pathsOf([...above, code.name], [...above, message.name, value.name]);
  return {
    leaf: code.name,
    shown: `${who} ${JSON.stringify(found.code)} and ${JSON.stringify(found.detail)}`,
    missing: `the client takes ${JSON.stringify(found.code)} for the code only where that is configured`,
    members: found,
  };
}
