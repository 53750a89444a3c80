import type { MediaModel, OperationModel, ParameterModel } from "../../../model/api-model.js";
import { codecOf, preferredMedia } from "../../service/media.js";
import type { OperationTraits } from "../../service/traits/trait.js";
import type { MemberPlan } from "../type-plan.js";
import { asClassifiedPart, bodyType, classifiedParts } from "./body-type.js";
import type { BodyChoice, InputBody } from "./input-plan.js";
import type { TypeSources } from "./representations.js";

/**
 * The body of an operation: in the media type with the most precise type where the caller does not choose, and the
 * others that the contract takes.
 *
 * @param given - the parameters that the caller gives; members of a body that are named like one stay in `body`.
 */
export function planBody(
  operation: OperationModel,
  given: readonly ParameterModel[],
  traits: OperationTraits,
  sources: TypeSources,
): InputBody | undefined {
  const { body } = operation;
  // An event stream is a response by its nature; where a contract takes nothing else, the caller writes it, as text.
  const writable = (body?.content ?? []).filter((media) => codecOf(media, sources.reader) !== "events");
  const content = writable.length > 0 ? writable : (body?.content ?? []);
  const preferred = preferredMedia(content, sources.reader);
  if (body === undefined || preferred === undefined) return undefined;
  const choose = (media: MediaModel) => planChoice(media, given, traits, sources);
  // A change is rebuilt from what was read, in one form.
  const others = traits.conditionalChange === undefined ? content.filter((media) => media !== preferred) : [];
  const choices = others.map(choose);
  const first = choose(preferred);
  const undecided = isUndecided(first, choices, body.required);
  const isChoice = choices.length > 0 || preferred.mediaType.includes("*");
  const taken = [
    ...given.map(({ name }) => name),
    ...[first, ...choices].flatMap((choice) => inheritedMembers(choice, sources).map(nameOf)),
  ];
  return {
    ...first,
    required: body.required,
    others: choices,
    ...(undecided && { undecided: true as const }),
    ...(isChoice && {
      chosenBy: taken.includes("contentType") ? "bodyContentType" : "contentType",
    }),
  };
}

/**
 * Whether nothing says which of several media types a body is in: text and bytes do not, but for what stands for any of
 * either. A text that can be omitted with its media type is in the first.
 */
function isUndecided(
  { codec, media: { mediaType } }: BodyChoice,
  others: readonly BodyChoice[],
  required: boolean,
): boolean {
  // Of a text beside bytes, the value tells which it is.
  const hasSameCodec = others.some((other) => other.codec === codec);
  const isShapeless = codec === "binary" || (codec === "text" && required);
  const standsForAny = /^(?:text\/plain|application\/octet-stream)\s*(?:;|$)|\*/.test(mediaType);
  return hasSameCodec && isShapeless && !standsForAny;
}

function planChoice(
  media: MediaModel,
  given: readonly ParameterModel[],
  traits: OperationTraits,
  sources: TypeSources,
): BodyChoice {
  const written = codecOf(media, sources.reader);
  const codec = written === "events" ? "text" : written;
  const members = objectMembers(media, codec, sources);
  const names = new Set((members ?? []).map(nameOf));
  const chosen = traits.streaming?.facts.member;
  const setByClient = chosen !== undefined && names.has(chosen) ? chosen : undefined;
  const parts = new Set(classifiedParts(media, sources.reader).map(({ name }) => name));
  const texts = (members ?? []).filter(
    (member) => parts.has(nameOf(member)) && nameOf(member) !== setByClient,
  );
  const left = [...(setByClient === undefined ? [] : [setByClient]), ...texts.map(nameOf)];
  const type = bodyType(media, codec, left, sources);
  const clashes = given.some((parameter) => names.has(parameter.name));
  return {
    media,
    codec,
    type,
    ...(setByClient !== undefined && { setByClient }),
    ...(texts.length > 0 && { texts }),
    from: members === undefined || type.kind !== "name" || clashes ? "body" : "members",
  };
}

/** The members of the body that are beside the parameters, without the one that the client sets. */
export function inheritedMembers(choice: BodyChoice, sources: TypeSources): readonly MemberPlan[] {
  const members = choice.from === "members" ? objectMembers(choice.media, choice.codec, sources) : [];
  return (members ?? []).filter(
    (member) =>
      nameOf(member) !== choice.setByClient &&
      choice.texts?.some((text) => nameOf(text) === nameOf(member)) !== true,
  );
}

function objectMembers(
  media: MediaModel,
  codec: BodyChoice["codec"],
  { types, reader }: TypeSources,
): readonly MemberPlan[] | undefined {
  const { schema } = media;
  const structured = codec === "json" || codec === "form" || codec === "multipart";
  if (!structured || schema === undefined) return undefined;
  const parts = classifiedParts(media, reader);
  return types.propertiesOf(schema, "request")?.map((member) => asClassifiedPart(member, parts, reader));
}

function nameOf(member: MemberPlan): string {
  return member.kind === "property" ? member.name : "";
}
