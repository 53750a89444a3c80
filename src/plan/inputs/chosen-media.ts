import { codeSpan } from "../../text/code-span.js";
import type { MemberPlan, TypePlan } from "../type-plan.js";
import { unionType } from "../types/type-builders.js";
import type { BodyChoice, InputBody } from "./input-plan.js";

/**
 * The member of an input that names the media type of its body; undefined where there is nothing to choose. It is
 * required where what is chosen does not follow without it: for any body but the first, for text and bytes
 * of several types, and for bytes within a range (`image/*`), which is no type that could be sent (RFC 9110 section 8.3),
 * unless the body itself can be left out.
 *
 * @param choices - the media types that a caller gives alike
 */
export function chosenMedia(
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
          (undecided === true && optional ? " Needed beside a body that is no Blob of one of these." : ""),
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
