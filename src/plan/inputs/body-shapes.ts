import type { KeptCall } from "../../model/names/kept-calls.js";
import { codeSpan } from "../../text/code-span.js";
import { pascal, words } from "../../text/words.js";
import type { TypeSources } from "../methods/representations.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { intersectionType, sameType } from "../types/type-builders.js";
import { chosenMedia } from "./chosen-media.js";
import type { BodyChoice, InputBody } from "./input-plan.js";
import { inheritedMembers, renamedMembers } from "./plan-body.js";

/** What one kind of body adds to an input. */
export interface BodyShape {
  readonly members: readonly MemberPlan[];
  /** The type of the body itself, whose members stand beside the others. */
  readonly extends?: TypePlan;
  /** Nothing may stand beside the members of that type: an input with others is no such type, and has none of it. */
  readonly alone?: true;
  /** Members that come with what is extended. */
  readonly inherited: readonly MemberPlan[];
  readonly mediaTypes: readonly string[];
  /** What an input with this body is told apart by: `Json`, `Multipart`. */
  readonly word: string;
}

/** One shape for each body type; the first is that of a caller who chooses nothing. */
export function bodyShapes(
  body: InputBody | undefined,
  sources: TypeSources,
  kept?: KeptCall,
): readonly BodyShape[] {
  if (body === undefined) return [{ members: [], inherited: [], mediaTypes: [], word: "" }];
  const groups = groupChoices(body);
  const words = nameGroups(groups, kept);
  return groups.map((choices, index) => {
    const [first] = choices;
    const chooser = chosenMedia(body, choices, index === 0);
    return {
      members: [
        ...contentMember(body, choices),
        ...renamedMembers(first, sources),
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

/** The word that a kind of body had, else one that no other has. */
function nameGroups(groups: readonly Choices[], kept: KeptCall | undefined): readonly string[] {
  const before = groups.map((choices) =>
    choices.map(({ media }) => kept?.body.get(media.mediaType)?.word ?? "").find((word) => word !== ""),
  );
  const taken = new Set(before);
  return groups.map((_, index) => {
    const known = before[index];
    if (known !== undefined && before.indexOf(known) === index) return known;
    const wished = wordFor(index, groups);
    let word = wished;
    for (let count = 2; taken.has(word); count++) word = `${wished}${String(count)}`;
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
