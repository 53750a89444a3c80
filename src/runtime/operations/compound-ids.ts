import { ArgumentError } from "../errors/argument-error.js";
import { inputMembers } from "../values/input-members.js";
import type { BackgroundDescriptor, CompoundIds } from "./operation-handle.js";

/**
 * The ids of operations that what the start was given leads to, with or without an id of the response: `storeId=5&id=7`, as
 * `application/x-www-form-urlencoded` writes pairs (WHATWG URL, section 5), or the value alone where there is only one. Any value is
 * restored exactly.
 */
export const compoundIds: CompoundIds = {
  ofStart: (background, descriptor, input) => {
    const members = inputMembers(descriptor, input);
    const values = new Map<string, unknown>();
    for (const [name, from] of Object.entries(
      background.fromStart?.members ?? {},
    )) {
      const parameter = descriptor.parameters?.find(
        (one) => one.in === from.in && one.name === from.name,
      );
      values.set(name, members[parameter?.key ?? from.name]);
    }
    return (ownId) =>
      join(
        membersOf(background).map((name) => [
          name,
          values.get(name) ?? ownId(),
        ]),
      );
  },

  idOf: (background, members) => {
    const values = membersOf(background).map(
      (name) => [name, members[name]] as const,
    );
    const isWhole = values.every(
      ([, value]) => typeof value === "string" || typeof value === "number",
    );
    return isWhole && members[background.idParameter] !== ""
      ? join(values)
      : "";
  },

  inOrder: (background, id) => {
    const values = compoundIds.inputOf(background, id);
    return join(
      membersOf(background).map((name) => [name, values[name]] as const),
    );
  },

  inputOf: (background, id) => {
    const names = membersOf(background);
    if (names.length === 1) return { [background.idParameter]: id };
    const values = new Map<string, string>();
    let count = 0;
    new URLSearchParams(id).forEach((value, name) => {
      values.set(name, value);
      count += 1;
    });
    const isWhole = names.every((name) => values.has(name));
    if (count === names.length && isWhole && values.get(background.idParameter))
      return Object.fromEntries(values);
    throw new ArgumentError({
      happened: `The id of this operation must have exactly ${names.map((name) => JSON.stringify(name)).join(", ")}.`,
      remedy: `Give the id of its handle: \`${names.map((name) => `${name}=…`).join("&")}\`.`,
    });
  },
};

function join(values: readonly (readonly [string, unknown])[]): string {
  if (values.length === 1) return String(values[0]?.[1]);
  const id = new URLSearchParams();
  for (const [name, value] of values) id.append(name, String(value));
  return id.toString();
}

/** Members of the input of the status operation, the id last. */
function membersOf({
  fromStart,
  idParameter,
}: BackgroundDescriptor): readonly string[] {
  return [...new Set([...Object.keys(fromStart?.members ?? {}), idParameter])];
}
