import { ArgumentError } from "../errors/argument-error.js";
import { inputMembers } from "../values/input-members.js";
import type { BackgroundDescriptor, CompoundIds } from "./operation-handle.js";

/**
 * The ids of operations whose state is below something else: `storeId=5&id=7`, as
 * `application/x-www-form-urlencoded` writes pairs (WHATWG URL, section 5). Whatever a value has in it, it comes back.
 */
export const compoundIds: CompoundIds = {
  ofStart: (background, descriptor, input) => {
    const members = inputMembers(descriptor, input);
    const given = Object.entries(background.given?.members ?? {});
    const values = given.map(([name, from]) => {
      const parameter = descriptor.parameters?.find((one) => one.name === from);
      return [name, members[parameter?.key ?? from]] as const;
    });
    return (own) => join([...values, [background.idParameter, own]]);
  },

  idOf: (background, members) => {
    const values = membersOf(background).map(
      (name) => [name, members[name]] as const,
    );
    const isWhole = values.every(
      ([, value]) =>
        (typeof value === "string" || typeof value === "number") &&
        value !== "",
    );
    return isWhole ? join(values) : "";
  },

  inputOf: (background, id) => {
    const names = membersOf(background);
    const values = new Map<string, string>();
    let count = 0;
    new URLSearchParams(id).forEach((value, name) => {
      values.set(name, value);
      count += 1;
    });
    if (count === names.length && names.every((name) => values.get(name)))
      return Object.fromEntries(values);
    throw new ArgumentError({
      happened: `The id of this operation consists of ${names.map((name) => JSON.stringify(name)).join(", ")}, and of nothing else.`,
      remedy: `Give the id of its handle: \`${names.map((name) => `${name}=…`).join("&")}\`.`,
    });
  },
};

function join(values: readonly (readonly [string, unknown])[]): string {
  const id = new URLSearchParams();
  for (const [name, value] of values) id.append(name, String(value));
  return id.toString();
}

/** Members of the input of the status operation, the id last. */
function membersOf({
  given,
  idParameter,
}: BackgroundDescriptor): readonly string[] {
  return [...Object.keys(given?.members ?? {}), idParameter];
}
