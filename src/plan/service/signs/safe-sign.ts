import type { OperationModel, ResponseModel } from "../../../model/api-model.js";
import { clausesOf, negates } from "../../../text/without-denials.js";
import { THIS_CALL, withoutSubject } from "../operation-subject.js";
import type { SchemaReader } from "../schema-reader.js";
import { listBodyMembers } from "../traits/body-members.js";
import { findHeader, jsonResponse, startsSomething, successResponses } from "../responses.js";
import {
  isOfSearch,
  leadingChange,
  mayChange,
  readScopes,
  readSign,
  secondChange,
} from "../traits/pagination/only-reads.js";
import { collectShownPages } from "../traits/pagination/shown-pages.js";
import { HARMLESS, namesChange, namesOwnChange, NOTHING } from "./change-texts.js";
import { worksOut } from "./conversion-texts.js";
import { hasNameOfRead, isOfAccess, readOfText } from "./described-read.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/**
 * A POST whose description says that it only reads; or one that gives a list, shows that it reads, and has the status of a create:
 * frameworks write 201 for every POST; or one that takes a position and a size, and is not called a read; or one that is called a read, or whose text
 * or path is of one. Lines that say so are for texts that name no change: a POST that is called safe is repeated.
 */
export function safeSign(source: SignSource, readsByPath: ReadsByPath = new Map()): LostSign | undefined {
  const { operation, traits, switchedOff, reader } = source;
  const { safe, background, conditionalChange, idempotentCreate } = traits;
  const successes = successResponses(operation);
  if (operation.method !== "POST" || switchedOff.includes("safe")) return undefined;
  if (safe !== undefined) return changeSign(source);
  if ([background, conditionalChange, idempotentCreate].some((one) => one !== undefined)) return undefined;
  const described = startsSomething(operation) ? undefined : describedRead(operation);
  if (described !== undefined) {
    const isCertain = !mayChange({ operation, list: undefined, reader }) && readsThroughout(operation);
    return signOf(operation, isCertain, {
      shown: `its description says that it ${described}`,
      missing: "its responses, scopes and parameters do not show that",
    });
  }
  const open = startsSomething(operation) ? undefined : openSign(source);
  if (open !== undefined)
    return { ...open, missing: `${open.missing}: write \`safe: true\` where it only reads` };
  return successes.some(isCreated)
    ? undefined
    : (createdSign(source) ??
        calledSign(source) ??
        sameReadSign(source, readsByPath) ??
        convertedSign(source));
}

/** GETs by their path, listed once for all POSTs. */
export type ReadsByPath = ReadonlyMap<string, OperationModel>;

/** The GETs of a contract, which a POST may do the same as. */
export function listReadsByPath(sources: readonly SignSource[]): ReadsByPath {
  const reads = sources.flatMap(({ operation }) => (operation.method === "GET" ? [operation] : []));
  return new Map(reads.map((read) => [read.path, read]));
}

/** A POST that the GET at its path has the text and the response of: it takes longer requests, and reads the same. */
function sameReadSign({ operation, reader }: SignSource, readsByPath: ReadsByPath): LostSign | undefined {
  const read = readsByPath.get(operation.path);
  if (read === undefined || operation.path.endsWith("}")) return undefined;
  // Each read of a token may make one.
  if (isOfAccess(`${operation.operationId ?? ""} ${operation.path.split("/").at(-1) ?? ""}`))
    return undefined;
  const [own, others] = [operation, read].map(textOf);
  const isSame =
    own !== undefined && own === others && responsesOf(operation, reader) === responsesOf(read, reader);
  const isOk = successResponses(operation).every(({ status }) => status === "200");
  const list = collectShownPages(operation, reader)?.list;
  const texts = [...sentencesOf(operation), ...sentencesOf(read)];
  if (!isSame || !isOk || mayChange({ operation, list, reader }) || texts.some(namesOwnChange))
    return undefined;
  return {
    operation,
    trait: "safe",
    shown: "the GET at its path has the same text and the same response",
    missing: "nothing else shows that it only reads: write `safe: true` where it does",
    lines: [],
  };
}

/** What a text calls an operation: one word is the name of a thing, which a POST makes and a GET gives. */
function textOf({ summary, description }: OperationModel): string | undefined {
  const text = (summary ?? description ?? "").slice(0, LONGEST).trim();
  return /\w\W+\w/u.test(text) ? text.toLowerCase() : undefined;
}

/** What an operation responds with where it succeeds, as texts can be compared. */
function responsesOf(operation: OperationModel, reader: SchemaReader): string {
  const all = successResponses(operation).map(({ status, description, content }) => [
    status,
    description,
    content.map(({ mediaType, schema }) => [
      mediaType,
      schema && reader.resolve(schema).type.kind,
      listBodyMembers(schema, reader).map(({ at }) => at),
    ]),
  ]);
  return JSON.stringify(all);
}

/** Whether a response is that of a create, or of another start: some frameworks write 201 for every POST, but no `Location`. */
function isCreated(response: ResponseModel): boolean {
  return (
    response.status !== "200" && (response.status !== "201" || findHeader(response, "Location") !== undefined)
  );
}

/** A POST that gives a list and shows that it reads, with the status of a create. */
function createdSign({ operation, reader }: SignSource): LostSign | undefined {
  if (!successResponses(operation).every(({ status }) => status === "201")) return undefined;
  const shown = collectShownPages(operation, reader);
  const sign = shown?.list && readSign(shown);
  if (sign === undefined) return undefined;
  return signOf(operation, !sentencesOf(operation).some(namesChange), {
    shown: `it gives a list and ${sign}`,
    missing: OF_CREATE,
  });
}

const OF_CREATE = "it responds with 201, as a create does";

/** A POST that the contract shows to read, by its scopes, and whose text names a change: it is repeated. */
function changeSign({ operation, traits }: SignSource): LostSign | undefined {
  if (traits.safe?.decidedBy === "configuration" || traits.tokenExchange !== undefined) return undefined;
  const scopes = readScopes(operation);
  const first = leadingChange(operation);
  const leading = first !== undefined && !isOfSearch(operation, first) && hasObject(operation, first);
  const verb = secondChange(operation) ?? (leading ? first : undefined);
  if (scopes === undefined || verb === undefined) return undefined;
  return {
    operation,
    trait: "safe",
    rule: "trait/safe-change",
    shown: `its text has "${verb}", as that of a change does`,
    missing: `its scopes (${scopes.map((scope) => JSON.stringify(scope)).join(", ")}) are for reading`,
    lines: operationLines(operation, ["safe: false"]),
    meant: operationLines(operation, ["safe: true"]),
  };
}

/** Whether what a text says of a verb is done to something: not "Book list", "Move through pages", "Deletes nothing". */
function hasObject({ summary = "", description = "" }: OperationModel, verb: string): boolean {
  const found = new RegExp(
    `\\b${verb}\\s(?:all|an?|any|each|every|it|its|new|one|the|their|them|these|this|those|[a-z]{3,30}s)\\b`,
    "iu",
  );
  return [summary, description].some((text) => found.test(text.slice(0, LONGEST)));
}

/** What shows that a POST may read, where its names do not, or speak of a change. */
function openSign({ operation, reader }: SignSource): LostSign | undefined {
  const sign = { operation, trait: "safe" as const, lines: [] };
  const verb = leadingChange(operation);
  const pages = collectShownPages(operation, reader);
  const { list, size, positions = [] } = pages ?? {};
  const isOk = successResponses(operation).every(({ status }) => status === "200");
  if (!isOk || pages === undefined || list === undefined || size === undefined || positions.length === 0)
    return undefined;
  if (mayChange({ operation, list, reader })) return undefined;
  const shown = "it gives a list, and takes a position and a size";
  const second = secondChange(operation);
  const uncertain = "its name and its text do not show for certain that it only reads";
  const missing =
    verb !== undefined
      ? `its text begins with "${verb}", as that of a change does`
      : second === undefined
        ? uncertain
        : `its text has "${second}", as that of a change does`;
  return { ...sign, shown, missing };
}

/** What a POST that is called a read, or whose text begins as that of one, shows: no text of it, and nothing that it takes, speaks of a change. That is too little for a line. */
function calledSign({ operation, reader }: SignSource, otherwise?: string): LostSign | undefined {
  const list = collectShownPages(operation, reader)?.list;
  const verb = leadingChange(operation);
  const isOk = successResponses(operation).every(({ status }) => status === "200");
  const isCalled = hasNameOfRead(operation);
  const shown = isCalled ? "it is called a read" : (readOfText(operation) ?? otherwise);
  const isShown = isOk && !isCalled;
  // A name alone says little of what gives nothing.
  const gives =
    jsonResponse(operation, reader) !== undefined ||
    successResponses(operation).some(({ content }) => content.length > 0) ||
    readOfText(operation) !== undefined;
  if (shown === undefined || (!gives && !isShown)) return undefined;
  // What calculates something gives what it was given, too.
  if (
    mayChange({ operation, list: isShown ? undefined : list, reader }) ||
    secondChange(withoutUsers(operation)) !== undefined
  )
    return undefined;
  if (verb !== undefined && !isOfSearch(operation, verb)) return undefined;
  return {
    operation,
    trait: "safe",
    shown,
    missing: isOk
      ? "nothing else shows that it only reads: write `safe: true` where it does"
      : `${OF_CREATE}: write \`safe: true\` where it only reads`,
    lines: [],
  };
}

/** A POST whose text says that it converts or checks what it is given. */
function convertedSign(source: SignSource): LostSign | undefined {
  return worksOut(source.operation)
    ? calledSign(source, "its text says that it converts or checks what it is given")
    : undefined;
}

/** An operation without the sentences about who uses it, and for what: "Used by admins to view and modify a grant." */
function withoutUsers(operation: OperationModel): OperationModel {
  const [summary, description] = [operation.summary, operation.description].map((text) =>
    text?.slice(0, LONGEST).replace(/(?<=^|[.;]\s{1,3})used\sby\s[^.;]*/giu, ""),
  );
  return {
    ...operation,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
  };
}

/** The same sign without lines: what a POST starts or changes is not for a line to call safe. */
export function withoutSafeLines(sign: LostSign): LostSign {
  if (sign.trait !== "safe" || sign.rule !== undefined || sign.lines.length === 0) return sign;
  return {
    ...sign,
    missing: `${sign.missing}, and others show that it may start or change something`,
    lines: [],
  };
}

/** @param isCertain - whether the lines may say it for a person who does not read the description. */
function signOf(
  operation: OperationModel,
  isCertain: boolean,
  { shown, missing }: Pick<LostSign, "shown" | "missing">,
): LostSign {
  const sign = { operation, trait: "safe" as const, shown };
  return isCertain
    ? { ...sign, missing, lines: operationLines(operation, ["safe: true"]) }
    : {
        ...sign,
        missing: `${missing}, and other sentences may name a change: read them before you say \`safe: true\``,
        lines: [],
      };
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** The summary or the sentence "Read only."; or one of which the operation is the subject: what else "it" may be, nothing tells. */
const ONLY_READS = new RegExp(
  `^\\W*(?:read[- ]only\\W*$|${THIS_CALL}\\s(?:is\\sread[- ]only|only\\sreads)\\b|this\\sis\\sa\\sread(?:[:;,.]|-only\\s(?:call|endpoint|method|operation|request)\\b))`,
  "i",
);

/** The same of a sentence whose subject is the operation, and which says no more: "Does not modify anything." */
const CHANGES_NOTHING = new RegExp(`^\\W*(?:${THIS_CALL}\\s)?${NOTHING}\\W*$`, "i");

/** Words by which a sentence is about some calls or times, or excepts something. */
const LIMITS =
  /\b(?:after|as|at|before|but|by|during|except|for|from|if|in|on|once|otherwise|since|then|though|under|unless|until|when|whenever|where|while|with|without|yet)\b/i;

function sentencesOf({ summary = "", description = "" }: OperationModel): readonly string[] {
  return clausesOf(`${summary}\n\n${description}`.slice(0, LONGEST)).map((clauses) => clauses.join(""));
}

/** What a description says of a read. */
function describedRead(operation: OperationModel): string | undefined {
  const sentences = sentencesOf(operation);
  if (sentences.some((sentence) => ONLY_READS.test(sentence) && !negates(sentence) && !LIMITS.test(sentence)))
    return "only reads";
  return sentences.some((sentence) => CHANGES_NOTHING.test(sentence)) ? "changes nothing" : undefined;
}

/** How a sentence of a read starts: "Finds pets", "It returns the price". */
const READS =
  /^\W*(?:calculates?|checks?(?!\sout\b)|compares?|computes?|counts?|describes?|estimates?|evaluates?|fetch(?:es)?|filters?|finds?|gets?|gives?|lists?|looks?\sup|previews?|provides?|quer(?:y|ies)|reads?|responds?|retrieves?|returns?|search(?:es)?|shows?|tells?|validates?)\b/i;

/** A name for what reads: "Pet search". */
const NAMED_READ = /^\W*(?:\w[\w-]*\s){0,3}(?:estimate|lookup|preview|query|search)\W*$/i;

/** Which scope a call needs. */
const SCOPE_REMARK = /^\W*(?:needed|required) (?:permission|scope)s?\W{1,6}[\w:.-]{1,100}\W*$/i;

const READING =
  "calculates|checks|compares|computes|counts|describes|estimates|evaluates|fetches|filters|finds|gets|gives|has|is|lists|looks|previews|provides|queries|reads|responds|retrieves|returns|searches|shows|sorts|tells|validates";

/** A second verb before what it is done to, other than one of a read: "and captures the amount". */
const SECOND = new RegExp(
  `\\b(?:and|then)\\s(?:(?:also|then|\\w{1,20}ly)\\s)?(?!(?:${READING})\\b)\\w{1,30}s\\s(?:the|an?|any|all|each|every|her|his|it|its|one|that|their|them|this|those|your)\\b`,
  "i",
);

/** Whether each sentence is of a read, or says that nothing is changed. */
function readsThroughout(operation: OperationModel): boolean {
  return sentencesOf(operation).every((sentence) => {
    if (HARMLESS.test(sentence)) return true;
    if (namesChange(sentence) || SECOND.test(sentence)) return false;
    return (
      READS.test(withoutSubject(sentence)) ||
      [ONLY_READS, NAMED_READ, SCOPE_REMARK].some((read) => read.test(sentence))
    );
  });
}
