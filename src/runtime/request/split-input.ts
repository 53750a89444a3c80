import type { Input } from "../call/core.js";
import type {
  BodyDescriptor,
  BodyMediaDescriptor,
  MediaDescriptor,
  OperationDescriptor,
} from "../call/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { matchesRange, readMediaType } from "../http/media-type.js";
import { acceptedContent, successAnswers } from "../response/choose-answer.js";
import { inputMembers } from "../values/input-members.js";
import type { GivenParameter } from "./write-url.js";

/** What a caller gave, told apart by where it travels. */
export interface SplitInput {
  readonly given: readonly GivenParameter[];
  readonly body?: GivenBody;
}

/** The body's value and the media type it is to be written in. */
export interface GivenBody {
  readonly media: MediaDescriptor;
  readonly value: unknown;
}

/** An input whose values may be sent. */
export interface CheckedInput {
  /** What to serialise. */
  readonly split: SplitInput;
  /**
   * Names of the members that say which resource is meant, and in which context: path parameters and identifiers, as far as
   * they were given. Names alone, so that an error may show them.
   */
  readonly identifiers: readonly string[];
}

/**
 * Checks an input by all that the descriptor names.
 *
 * @throws ArgumentError that names the member, never its value
 */
export function checkInput(
  descriptor: OperationDescriptor,
  split: SplitInput,
): CheckedInput {
  const identifiers = split.given.flatMap(([parameter]) =>
    parameter.in === "path" ? [parameter.key ?? parameter.name] : [],
  );
  let checked: CheckedInput = { split, identifiers };
  for (const check of descriptor.checks ?? [])
    checked = check(descriptor, checked);
  return checked;
}

/**
 * Tells parameters and body of an input apart.
 *
 * @param asked - members of the body that the client sets, whatever the input says
 * @throws ArgumentError for a missing required member and for members that the operation does not have
 */
export function splitInput(
  descriptor: OperationDescriptor,
  input: Input,
  asked: Readonly<Record<string, boolean>> = {},
): SplitInput {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(
    inputMembers(descriptor, input),
  );
  const members = new Map(entries.filter(([, value]) => value !== undefined));
  const given: GivenParameter[] = [];
  for (const parameter of descriptor.parameters ?? []) {
    const key = parameter.key ?? parameter.name;
    const value = members.get(key) ?? parameter.only;
    members.delete(key);
    if (value !== undefined) given.push([parameter, value]);
    else if (parameter.required === true || parameter.in === "path")
      throw missing(key);
  }
  const body =
    descriptor.body === undefined
      ? undefined
      : withMembers(takeBody(descriptor.body, members), descriptor.body, asked);
  refuseUnknown(members);
  return { given, ...(body !== undefined && { body }) };
}

/** Takes what belongs to the body out of `members`. */
function takeBody(
  body: BodyDescriptor,
  members: Map<string, unknown>,
): GivenBody | undefined {
  const media = takeMedia(body, members);
  const from = media.from ?? body.from;
  const value =
    from === "body" ? members.get("body") : membersBody(body, media, members);
  if (from === "body") members.delete("body");
  else members.clear();
  if (value !== undefined) return { media, value };
  if (body.required === true) throw missing("body");
  return undefined;
}

/** The body with members that the client sets; a body that is no object has none. */
function withMembers(
  given: GivenBody | undefined,
  body: BodyDescriptor,
  asked: Readonly<Record<string, boolean>>,
): GivenBody | undefined {
  if (Object.keys(asked).length === 0) return given;
  const [media] = body.content;
  if (given === undefined)
    return media === undefined ? undefined : { media, value: asked };
  const { value } = given;
  const isObject =
    Object.prototype.toString.call(value) === "[object Object]" &&
    typeof value === "object";
  return isObject ? { ...given, value: { ...value, ...asked } } : given;
}

function membersBody(
  body: BodyDescriptor,
  { renamed = {} }: BodyMediaDescriptor,
  members: Map<string, unknown>,
): object | undefined {
  if (members.size === 0 && body.required !== true) return undefined;
  const names = new Map(Object.entries(renamed));
  return Object.fromEntries(
    [...members].map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

/**
 * The media type that the input names, taken out of `members`; where it names none, the first, or where that would be a
 * guess, the type of a Blob.
 */
function takeMedia(
  { content, chosenBy, undecided }: BodyDescriptor,
  members: Map<string, unknown>,
): BodyMediaDescriptor {
  const [first] = content;
  if (first === undefined)
    throw new ArgumentError({
      happened: "The contract names no media type for the body.",
    });
  if (chosenBy === undefined) return first;
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
        : `"${chosenBy}" is none of the media types that the operation takes.`,
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

function missing(key: string): ArgumentError {
  return new ArgumentError({
    happened: `"${key}" is required and was not given.`,
    remedy: `Give "${key}".`,
  });
}

function refuseUnknown(members: ReadonlyMap<string, unknown>): void {
  if (members.size === 0) return;
  const names = [...members.keys()].map((name) => `"${name}"`).join(", ");
  throw new ArgumentError({
    happened: `The operation has no member ${names}.`,
    remedy: "Check the spelling; leave out what the operation does not take.",
  });
}

/**
 * Members of the body that make the server answer in what the call accepts (`stream: true`).
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
export function askedMembers(
  { answers }: OperationDescriptor,
  accept: readonly string[] | undefined,
): Readonly<Record<string, boolean>> {
  const content = successAnswers(answers).flatMap((answer) =>
    acceptedContent(answer, accept),
  );
  return Object.assign({}, ...content.map(({ ask }) => ask)) as Readonly<
    Record<string, boolean>
  >;
}
