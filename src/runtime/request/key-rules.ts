import type {
  KeyRule,
  OperationDescriptor,
} from "../descriptors/operation-descriptor.js";
import { ArgumentError } from "../errors/argument-error.js";
import { callOf } from "../errors/call-errors.js";

/** @throws ArgumentError, which never shows the key, for one that a header cannot carry or that does not fit the contract */
export function checkKey(descriptor: OperationDescriptor, key: string): void {
  const rules = descriptor.keys?.rules ?? [];
  const broken = [visible, ...rules].find(
    ([pattern]) =>
      typeof key !== "string" || !new RegExp(pattern, "u").test(key),
  );
  if (broken !== undefined)
    throw new ArgumentError({
      call: callOf(descriptor),
      happened: `The idempotency key cannot be sent: it must ${broken[1]}.`,
      remedy: "Give one that fits.",
    });
}

const visible: KeyRule = [
  "^[!-~]{1,255}$",
  "have 1 to 255 visible ASCII characters",
];

/** A new key in the form of the rules. */
export function makeKey({ keys }: Pick<OperationDescriptor, "keys">): string {
  const { prefix = "", suffix = "", random } = keys?.form ?? {};
  return `${prefix}${random === undefined ? crypto.randomUUID() : randomText(random)}${suffix}`;
}

function randomText({
  characters,
  length,
}: {
  readonly characters: string;
  readonly length: number;
}): string {
  // What is left of a byte's values beyond a multiple would make the first characters more likely.
  const most = 256 - (256 % characters.length);
  let text = "";
  while (text.length < length) {
    const [byte = most] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < most) text += characters.charAt(byte % characters.length);
  }
  return text;
}

/** @throws ArgumentError: the client knows no form of keys that fit */
export function refuseToMakeKey(descriptor: OperationDescriptor): never {
  throw new ArgumentError({
    call: callOf(descriptor),
    happened: "The client can make no idempotency key that fits the contract.",
    remedy: "Give an `idempotencyKey` that fits.",
  });
}
