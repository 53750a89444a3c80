import { ArgumentError } from "../errors/argument-error.js";
import type {
  CheckedInput,
  OperationDescriptor,
} from "../descriptors/operation-descriptor.js";
import { isObject } from "../values/is-object.js";

/** No 64-bit integer is as large; what is, is a number of another kind. */
const BEYOND = 2 ** 64;

/**
 * Refuses numbers beyond 2^53 where the contract has 64-bit integers: such a number was rounded before it came here,
 * or may have been, and the integer that was meant is unknown. A bigint says it.
 *
 * @throws ArgumentError that names the member, never its value
 */
export function checkLongIntegers(
  _descriptor: OperationDescriptor,
  checked: CheckedInput,
): CheckedInput {
  const input = checked.split;
  for (const [parameter, value] of input.given) {
    const names = parameter.longIntegers;
    if (names !== undefined)
      check(value, names, parameter.key ?? parameter.name);
  }
  const names = input.body?.media.longIntegers;
  if (names !== undefined) check(input.body?.value, names, "body");
  return checked;
}

/** @param names - members that hold 64-bit integers, alone or in a list or a map; `""`: the value itself does */
function check(value: unknown, names: readonly string[], where: string): void {
  const long = new Set(names);
  // A list can be at two positions, of which one holds 64-bit integers.
  const seen = { inside: new Set<object>(), outside: new Set<object>() };
  const open: { value: unknown; name: string; inside: boolean }[] = [
    { value, name: where, inside: long.has("") },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: at, name, inside } = next;
    if (inside && isRounded(at)) throw rounded(name);
    if (!isObject(at)) continue;
    const known = inside ? seen.inside : seen.outside;
    if (known.has(at)) continue;
    known.add(at);
    const named = !Array.isArray(at);
    for (const [key, member] of Object.entries(at) as [string, unknown][]) {
      const is = named && long.has(key);
      // A key of a map is data, and shown nowhere.
      open.push({
        value: member,
        name: is ? key : name,
        inside: inside || is,
      });
    }
  }
}

function isRounded(value: unknown): boolean {
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    Math.abs(value) <= BEYOND
  );
}

function rounded(name: string): ArgumentError {
  return new ArgumentError({
    happened: `"${name}" is a 64-bit integer, and the number given for it is beyond 2^53, where numbers are rounded.`,
    remedy:
      'Give a bigint made from its digits: 9007199254740993n, or BigInt("9007199254740993").',
  });
}
