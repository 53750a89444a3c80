import { codeSpan } from "../../../text/printable.js";
import { pascal, words } from "../../../text/words.js";
import { isPlainType, isSequential } from "../../service/media.js";
import { fullName } from "../../service/responses.js";
import type { MethodPlan } from "../client-plan.js";
import type { HeaderSets } from "../inputs/header-sets.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import {
  listRepresentations,
  type Representation,
  type TypeSources,
  valueOf,
} from "../inputs/representations.js";
import { assembleMethod } from "./assemble-method.js";
import {
  changeCall,
  keyedCall,
  pagesCall,
  returnedVersionCall,
  versionedCall,
  withAddress,
  withoutAddress,
} from "./call-kinds.js";
import type { MethodNames } from "./method-names.js";
import {
  responseType,
  type CallKind,
  callType,
  type FormSources,
  type MethodSources,
  optionalOptions,
  plainCall,
  valueInResponse,
} from "./method-sources.js";
import { backgroundCall, planResumes, statusCall } from "./plan-background.js";
import { planModify } from "./plan-modify.js";
import { ownStreamCall, planStreams, streamOptions } from "./plan-streams.js";

/**
 * The methods of a resource that an operation gives: its own, those that ask for its response otherwise, and `modify` or
 * `resume` where its traits allow one.
 */
export function planMethods(operation: PlannedOperation, sources: MethodSources): readonly MethodPlan[] {
  const own = assembleMethod(
    operation,
    operation.model.name.method,
    chooseCall(operation, sources),
    sources.headers,
  );
  const modification = sources.modifications.get(fullName(operation.model));
  const modify = modification === undefined ? undefined : planModify(modification, sources);
  return [
    own,
    ...planStreams(operation, sources),
    ...planAlternatives(operation, sources),
    ...(modify === undefined ? [] : [modify]),
    ...planResumes(operation, sources),
  ];
}

/** The kind of call that the traits of an operation make of it; the first that fits. */
export function chooseCall(operation: PlannedOperation, sources: FormSources): CallKind {
  const { background } = operation.traits;
  // The response of a start tells of its operation; a stream has no place for an address.
  const stream = background === undefined ? ownStreamCall(operation, sources) : undefined;
  return stream ?? withAddress(chooseWithoutStream(operation, sources), operation.model);
}

function chooseWithoutStream(operation: PlannedOperation, sources: FormSources): CallKind {
  const { background, conditionalChange, idempotentCreate, pagination, returnedVersion, versionedRead } =
    operation.traits;
  if (background !== undefined) return backgroundCall(operation, background.facts, sources);
  if (conditionalChange !== undefined) return changeCall(operation, conditionalChange.facts, sources);
  if (returnedVersion !== undefined) return returnedVersionCall(operation, returnedVersion.facts, sources);
  if (idempotentCreate !== undefined) return keyedCall(operation, sources);
  if (pagination !== undefined) return pagesCall(operation, pagination.facts, sources);
  if (versionedRead !== undefined) return versionedCall(operation, sources);
  const value = responseType(operation.model, sources);
  const status = statusCall(operation, sources);
  if (status !== undefined) return status;
  return {
    ...plainCall("call", callType(value)),
    options: optionalOptions("CallOptions"),
    valueIn: valueInResponse(operation.model, sources),
  };
}

/** What the planning of alternatives looks things up in. */
interface AlternativeSources extends TypeSources {
  readonly names: MethodNames;
  readonly headers: HeaderSets;
}

/**
 * The methods that ask for the response in another media type than the operation's own does: `getAsXml` beside `get`.
 * Streams have methods of their own.
 */
function planAlternatives(operation: PlannedOperation, sources: AlternativeSources): readonly MethodPlan[] {
  // The response of a start tells of its operation; the runtime reads it.
  if (operation.traits.background !== undefined) return [];
  const { negotiated, nothing } = listRepresentations(operation.model, sources);
  // Responses may describe one media type differently: it is asked for once, and gives what any of them has.
  const byType = new Map<string, Representation[]>();
  for (const representation of negotiated.filter(({ codec }) => !isSequential(codec))) {
    for (const mediaType of mediaTypes(representation))
      byType.set(mediaType, [...(byType.get(mediaType) ?? []), representation]);
  }
  return [...byType].map(([mediaType, representations]) => {
    const short = `${operation.model.name.method}As${shortWord(mediaType)}`;
    const long = `${operation.model.name.method}As${pascal(words(mediaType.replaceAll("*", "any")))}`;
    const name = sources.names.claim(operation.model, `as ${mediaType}`, [short, long]);
    return assembleMethod(
      operation,
      name,
      withoutAddress(alternativeCall(operation, mediaType, representations, nothing), operation.model),
      sources.headers,
    );
  });
}

function mediaTypes({ media }: Representation): readonly string[] {
  const names = media.map(({ mediaType }) => mediaType).filter(isPlainType);
  return [...new Set(names)];
}

function alternativeCall(
  operation: PlannedOperation,
  mediaType: string,
  representations: readonly Representation[],
  nothing: boolean,
): CallKind {
  const value = valueOf(representations, nothing);
  const asText = representations.every(({ codec }) => codec === "text") ? " as text" : "";
  return {
    ...plainCall("callAs", callType(value)),
    extra: [{ kind: "text", value: mediaType }],
    options: streamOptions(operation),
    valueIn: ({ content }) => {
      if (content.length === 0) return valueOf([], true);
      const own = content.filter((media) => media.mediaType === mediaType);
      const found = representations.filter(({ media }) => own.some((one) => media.includes(one)));
      return found.length === 0 ? undefined : valueOf(found, false);
    },
    paragraphs: [`Asks for ${codeSpan(mediaType)}${asText}; \`${operation.model.name.method}\` does not.`],
  };
}

/** `application/vnd.gallery.v2+json` → `GalleryV2Json`, `text/plain` → `Text`, `image/*` → `Image`. */
function shortWord(mediaType: string): string {
  const [type = "", subtype = ""] = mediaType.replace(/;.*$/, "").split("/");
  if (subtype === "*") return pascal(words(type === "*" ? "any" : type));
  if (type === "text" && subtype === "plain") return "Text";
  return pascal(words(subtype.replace(/^(?:vnd|prs|x)[.-]/, "")));
}
