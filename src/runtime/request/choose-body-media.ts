import type {
  BodyDescriptor,
  BodyMediaDescriptor,
} from "../descriptors/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { matchesRange, readMediaType } from "../http/media-type.js";

/**
 * The media type that the input names, taken out of `members`; where it names none, the first, or where that would be a
 * guess, the type of a Blob.
 *
 * @throws ArgumentError when it names none of those on offer
 */
export function chooseBodyMedia(
  { content, choose }: BodyDescriptor,
  members: Map<string, unknown>,
): BodyMediaDescriptor | undefined {
  const [first] = content;
  if (choose === undefined) return first;
  const { by: chosenBy, undecided } = choose;
  const wanted = members.get(chosenBy);
  if (wanted === undefined) {
    const value = members.get("body");
    if (undecided !== true || value === undefined) return first;
    const own = content.find(({ mediaType }) => isOfType(value, mediaType));
    if (own !== undefined) return own;
  }
  members.delete(chosenBy);
  const exact = content.find(({ mediaType }) => mediaType === wanted);
  if (exact !== undefined) return exact;
  const ranged = content.find(({ mediaType }) => isWithin(mediaType, wanted));
  if (ranged !== undefined && typeof wanted === "string")
    return { ...ranged, mediaType: wanted };
  throw new ArgumentError({
    happened:
      wanted === undefined
        ? `Nothing says which media type the body is of: "${chosenBy}" was not given.`
        : `"${chosenBy}" must be one of the media types that the operation takes.`,
    remedy: `Give one of: ${content.map(({ mediaType }) => mediaType).join(", ")}.`,
  });
}

/** Whether a value is a Blob of a media type, whatever its parameters. */
function isOfType(value: unknown, mediaType: string): boolean {
  const own = value instanceof Blob ? readMediaType(value.type) : undefined;
  return own !== undefined && own.essence === readMediaType(mediaType)?.essence;
}

/** Whether a concrete media type falls under a range of the contract. */
function isWithin(range: string, wanted: unknown): boolean {
  if (typeof wanted !== "string" || wanted.includes("*")) return false;
  const actual = readMediaType(wanted)?.essence;
  return (
    range.includes("*") && actual !== undefined && matchesRange(range, actual)
  );
}
