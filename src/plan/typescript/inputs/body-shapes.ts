import { codeSpan } from "../../../text/printable.js";
import { pascal, words } from "../../../text/words.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { intersectionType, sameType, unionType } from "../types/type-builders.js";
import type { BodyChoice, InputBody } from "./input-plan.js";
import { inheritedMembers } from "./plan-body.js";
import type { TypeSources } from "./representations.js";

/** What one kind of body adds to an input. */
export interface BodyShape {
  readonly members: readonly MemberPlan[];
  /** The type of the body itself, whose members are beside the others. */
  readonly extends?: TypePlan;
  /** Nothing may be beside the members of that type: an input with others is not of that type, and has none of it. */
  readonly alone?: true;
  /** Members that come with what is extended. */
  readonly inherited: readonly MemberPlan[];
  readonly mediaTypes: readonly string[];
  /** What distinguishes an input with this body: `Json`, `Multipart`. */
  readonly word: string;
  /** A call without a body. */
  readonly isBare?: true;
}

/** One shape for each body type; the first is that of a caller who chooses nothing. */
export function bodyShapes(body: InputBody | undefined, sources: TypeSources): readonly BodyShape[] {
  if (body === undefined) return [{ members: [], inherited: [], mediaTypes: [], word: "" }];
  const groups = groupChoices(body);
  const words = nameGroups(groups);
  const shapes = groups.map((choices, index): BodyShape => {
    const [first] = choices;
    const chooser = chosenMedia(body, choices, index === 0);
    return {
      members: [
        ...contentMember(body, choices),
        ...(first.from === "members" ? (first.texts ?? []) : []),
        ...(chooser === undefined ? [] : [chooser]),
      ],
      ...(first.from === "members" && { extends: first.type }),
      ...(first.from === "members" && isEmptyAndClosed(first, sources) && { alone: true }),
      inherited: inheritedMembers(first, sources),
      mediaTypes: choices.map(({ media }) => media.mediaType),
      word: words[index] ?? "",
    };
  });
  const none = withoutBody(body, shapes);
  const [only] = shapes;
  return none === undefined
    ? shapes
    : [...(shapes.length === 1 && only !== undefined ? [{ ...only, word: "WithBody" }] : shapes), none];
}

/**
 * The input of a caller who omits an optional body whose members are beside the parameters: none of them, where some
 * are required of who gives any.
 */
function withoutBody({ required }: InputBody, shapes: readonly BodyShape[]): BodyShape | undefined {
  const beside = shapes.flatMap((shape) =>
    shape.extends === undefined ? [] : [...shape.inherited, ...shape.members],
  );
  const given = beside.filter((member) => member.kind === "property");
  if (required || shapes.some((shape) => shape.extends === undefined)) return undefined;
  if (given.every((member) => member.optional)) return undefined;
  const names = [...new Set(given.map(({ name }) => name))];
  const members = names.map((name): MemberPlan => ({
    kind: "property",
    name,
    optional: true,
    type: { kind: "keyword", name: "never" },
    doc: { text: [], tags: [] },
  }));
  return { members, inherited: [], mediaTypes: [], word: "WithoutBody", isBare: true };
}

/** What an interface with other members extends: a body that allows no member at all would allow none of those. */
export function extendedBy({
  extends: type,
  alone,
}: Pick<BodyShape, "extends" | "alone">): readonly TypePlan[] {
  return type === undefined || alone === true ? [] : [type];
}

function isEmptyAndClosed({ media: { schema } }: BodyChoice, { reader }: TypeSources): boolean {
  const type = schema === undefined ? undefined : reader.resolve(schema).type;
  return type?.kind === "object" && type.properties.length === 0 && type.additional === "closed";
}

type Choices = readonly [BodyChoice, ...BodyChoice[]];

/** Choices that a caller gives alike. */
function groupChoices(body: InputBody): readonly Choices[] {
  const groups: Choices[] = [[body]];
  for (const choice of body.others) {
    const at = groups.findIndex(([first]) => first.from === choice.from && sameType(first.type, choice.type));
    const known = groups[at];
    if (known === undefined) groups.push([choice]);
    else groups[at] = [...known, choice];
  }
  return groups;
}

function contentMember({ required }: InputBody, choices: Choices): readonly MemberPlan[] {
  const [{ from, codec, texts = [], ...first }] = choices;
  if (from === "members") return [];
  const type =
    texts.length === 0 ? first.type : intersectionType([first.type, { kind: "object", members: texts }]);
  const types = choices.map(({ media }) => codeSpan(media.mediaType)).join(" or ");
  const asText = codec === "text" ? ", as text" : codec === "parts" ? ", each element a part" : "";
  const once = codec === "binary" ? " A stream is sent once: the call is not repeated then." : "";
  const doc = { text: [`The request body, ${types}${asText}.${once}`], tags: [] };
  return [{ kind: "property", name: "body", optional: !required, type, doc }];
}

const WORDS: Readonly<Record<BodyChoice["codec"], string>> = {
  json: "Json",
  form: "Form",
  multipart: "Multipart",
  parts: "Parts",
  text: "Text",
  binary: "Binary",
  lines: "Lines",
  sequence: "Sequence",
  events: "Events",
};

/** For each kind of body, a word that no other has. */
function nameGroups(groups: readonly Choices[]): readonly string[] {
  const taken = new Set<string>();
  return groups.map((_, index) => {
    const preferred = wordFor(index, groups);
    let word = preferred;
    for (let count = 2; taken.has(word); count++) word = `${preferred}${String(count)}`;
    taken.add(word);
    return word;
  });
}

/** By how it is written; where that is the same for two, by media type. */
function wordFor(index: number, groups: readonly Choices[]): string {
  const words = groups.map(([{ codec }]) => WORDS[codec]);
  const own = words[index] ?? "";
  if (words.filter((word) => word === own).length === 1) return own;
  const named = groups.map(([{ media }]) => mediaWord(media.mediaType));
  const name = named[index] ?? own;
  const before = named.slice(0, index).filter((other) => other === name).length;
  return before === 0 ? name : `${name}${before + 1}`;
}

function mediaWord(mediaType: string): string {
  return pascal(words(mediaType.replace(/;.*$/, "").replaceAll("*", "any")));
}

/**
 * The member of an input that names the media type of its body; undefined where there is nothing to choose. It is
 * required where what is chosen does not follow without it: for any body but the first, for text and bytes
 * of several types, and for bytes within a range (`image/*`), which is not a type that could be sent (RFC 9110 section 8.3),
 * unless the body itself can be omitted.
 *
 * @param choices - the media types that a caller gives alike
 */
function chosenMedia(
  { chosenBy, others, required, undecided }: InputBody,
  choices: readonly BodyChoice[],
  isFirst: boolean,
): MemberPlan | undefined {
  if (chosenBy === undefined) return undefined;
  const [fallback] = choices.map(defaultType);
  const open = undecided === true || choices.some((choice) => defaultType(choice) === undefined);
  const optional = isFirst && !(open && required);
  return {
    kind: "property",
    name: chosenBy,
    optional,
    type: unionType(choices.map(({ media }) => namedBy(media.mediaType))),
    doc: {
      text: [
        `Media type of the body${boundsOf(choices, others.length > 0)}.` +
          (!open && optional && fallback !== undefined ? ` Default: ${codeSpan(fallback)}.` : "") +
          (undecided === true && optional ? " Required unless the body is a Blob of one of these." : ""),
      ],
      tags: [],
    },
  };
}

/** `image/*`, or `*` for `*` + `/*`; undefined: one type, whatever its parameters. */
function rangeOf(mediaType: string): string | undefined {
  const essence = mediaType.split(";", 1).join("").trim();
  return essence.includes("*") ? essence : undefined;
}

/** What a caller may name: the media type itself, or any within the range; the range itself is among those. */
function namedBy(mediaType: string): TypePlan {
  const range = rangeOf(mediaType);
  if (range === undefined) return { kind: "literal", value: mediaType };
  const [start = "", end = ""] = range.split("*");
  const isAny = start === "";
  return isAny ? { kind: "keyword", name: "string" } : { kind: "pattern", start, end };
}

/** What is sent where the caller names nothing; undefined: nothing could be. */
function defaultType({ codec, media: { mediaType } }: BodyChoice): string | undefined {
  const range = rangeOf(mediaType);
  if (range === undefined) return mediaType;
  if (codec === "multipart" || codec === "parts") return "multipart/form-data";
  return codec === "json" && /^(?:\*|application)(?:\/\*)?$/.test(range) ? "application/json" : undefined;
}

/** What a caller should know of the ranges among the choices. */
function boundsOf(choices: readonly BodyChoice[], hasOthers: boolean): string {
  const ranged = choices.filter(({ media }) => rangeOf(media.mediaType) !== undefined);
  const [first] = ranged;
  if (first === undefined) return "";
  const names = ranged.map(({ media }) => codeSpan(media.mediaType)).join(" or ");
  const within = hasOthers ? "" : `, within ${names}`;
  if (first.codec === "json") return `${within}; it is written as JSON`;
  return first.codec === "multipart" || first.codec === "parts"
    ? within
    : `${within}; ${names} itself stands for the type of a Blob`;
}
