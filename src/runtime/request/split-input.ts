import type { Input } from "../call/call-options.js";
import type {
  BodyDescriptor,
  BodyMediaDescriptor,
  CheckedInput,
  GivenBody,
  GivenParameter,
  OperationDescriptor,
  SplitInput,
} from "../descriptors/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { inputMembers } from "../values/input-members.js";

/**
 * Checks an input by all that the descriptor names.
 *
 * @throws ArgumentError that names the member, never its value
 */
export function checkInput(
  descriptor: OperationDescriptor,
  split: SplitInput,
): CheckedInput {
  const identifiers: string[] = [];
  for (const [parameter] of split.given)
    if (parameter.in === "path")
      identifiers.push(parameter.key ?? parameter.name);
  let checked: CheckedInput = { split, identifiers };
  for (const check of descriptor.checks ?? [])
    checked = check(descriptor, checked);
  return checked;
}

/**
 * Tells parameters and body of an input apart.
 *
 * @param accept - media types that the call names
 * @throws ArgumentError for a missing required member and for members that the operation does not have
 */
export function splitInput(
  descriptor: OperationDescriptor,
  input: Input,
  accept?: readonly string[],
): SplitInput {
  const all = inputMembers(descriptor, input);
  const members = new Map<string, unknown>();
  for (const name of Object.keys(all))
    if (all[name] !== undefined) members.set(name, all[name]);
  const given: GivenParameter[] = [];
  for (const parameter of descriptor.parameters ?? []) {
    const key = parameter.key ?? parameter.name;
    const value = members.get(key) ?? parameter.only;
    members.delete(key);
    if (value !== undefined) given.push([parameter, value]);
    else if (parameter.required === true || parameter.in === "path")
      throw missing(key);
  }
  const taken =
    descriptor.body === undefined
      ? undefined
      : takeBody(descriptor.body, members);
  refuseUnknown(members);
  const body =
    descriptor.body?.addMembers?.(descriptor, taken, accept) ?? taken;
  return { given, ...(body !== undefined && { body }) };
}

/** Takes what belongs to the body out of `members`. */
function takeBody(
  body: BodyDescriptor,
  members: Map<string, unknown>,
): GivenBody | undefined {
  const media = body.choose?.media(body, members) ?? body.content[0];
  if (media === undefined)
    throw new ArgumentError({
      happened: "The contract names no media type for the body.",
    });
  const from = media.from ?? body.from;
  const value =
    from === "body" ? members.get("body") : membersBody(body, media, members);
  if (from === "body") members.delete("body");
  else members.clear();
  if (value !== undefined) return { media, value };
  if (body.required === true) throw missing("body");
  return undefined;
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
