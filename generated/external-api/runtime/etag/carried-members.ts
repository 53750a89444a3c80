import { callOf } from "../call/during-call.js";
import { ArgumentError } from "../errors/argument-error.js";
import type { ModifyDescriptor } from "./modify.js";

/** What a change takes over from the input of its read: the resource and its context, the same in every round. */
export function carriedMembers(
  descriptor: ModifyDescriptor,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = carriedKeys(descriptor);
  const members = Object.entries(input);
  return Object.fromEntries(
    members.filter(
      ([name, value]) => keys.includes(name) && value !== undefined,
    ),
  );
}

/**
 * What was read is what is changed: the resource and its context are given once, for every round (ACC-8).
 *
 * @throws ArgumentError when the change says one of them anew
 */
export function checkContext(
  descriptor: ModifyDescriptor,
  change: object,
): void {
  const given = new Map(Object.entries(change));
  const twice = carriedKeys(descriptor).filter(
    (key) => given.get(key) !== undefined,
  );
  if (twice.length === 0) return;
  throw new ArgumentError({
    call: callOf(descriptor.change),
    happened: `The change says anew what the read has said already: ${twice.join(", ")}.`,
    remedy: "Give it in the first argument alone; it holds for every round.",
  });
}

function carriedKeys({ read, carry }: ModifyDescriptor): readonly string[] {
  const inPath = (read.parameters ?? []).filter(
    (parameter) => parameter.in === "path",
  );
  return carry ?? inPath.map(({ key, name }) => key ?? name);
}
