import type { SchemaModel } from "../../model/schema-model.js";
import { takenNames } from "../reserved-names.js";
import { freeName } from "../types/free-name.js";
import type { BytesUsage } from "./trace-bytes.js";

/** The names of schemas that have two forms, by that of the form that keeps it. */
export interface TwinNames {
  /** Where the form with bytes keeps the name: the one with text in place of them. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where the form with text keeps the name: the one with bytes. */
  readonly bytes: ReadonlyMap<string, string>;
  /** Identities of the schemas that requests have with bytes under their own name. */
  readonly namedByBytes: ReadonlySet<string>;
}

/** Which names are taken, and which were given before. */
export interface GivenNames {
  /** Names that no schema can have. */
  readonly reserved: ReadonlySet<string>;
  /** Names of an earlier generation: those of twins are under `bytes:`, `text:` and the identity of their schema. */
  readonly kept: ReadonlyMap<string, string>;
  /** Those of an earlier generation, as {@link TwinNames.namedByBytes} has them. */
  readonly namedByBytes: ReadonlySet<string>;
}

/**
 * Names the second form of each schema that text and parts share. What answers bring keeps the name, as it does where
 * `readOnly` makes two shapes: the bytes are in `PetInput` where no request has the text, else in `PetUpload`. What
 * requests alone have, or had before, keeps it for the bytes, and has text in `PetText`. What had a form's name before has it
 * still, and what was text alone stays text.
 */
export function nameTwins(
  schemas: readonly SchemaModel[],
  usage: BytesUsage,
  { reserved, kept, namedByBytes: before }: GivenNames,
): TwinNames {
  const { asBytes, asText, holders } = usage;
  const twins = {
    texts: new Map<string, string>(),
    bytes: new Map<string, string>(),
    namedByBytes: new Set<string>(),
  };
  const taken = new Set([...reserved, ...schemas.map(({ name }) => name)].map((name) => name.toLowerCase()));
  const claim = (wished: string, known: string | undefined): string => {
    const isFree = known !== undefined && !taken.has(known.toLowerCase());
    const name = isFree ? known : freeName(takenNames().has(wished) ? `${wished}Model` : wished, taken);
    taken.add(name.toLowerCase());
    return name;
  };
  for (const { name, identity } of schemas) {
    const inText = asText.sent.has(name) || asText.read.has(name);
    const inBytes = asBytes.sent.has(name) || asBytes.read.has(name);
    if (!holders.has(name) || !inBytes) continue;
    const hadBytes = kept.has(`text:${identity}`) || before.has(identity);
    const hadText = kept.has(identity) && !hadBytes && !asBytes.read.has(name);
    const hasTextFirst = asText.read.has(name) && !hadBytes;
    const keepsText = inText && (kept.has(`bytes:${identity}`) || hasTextFirst || hadText);
    if (!keepsText && asBytes.sent.has(name)) twins.namedByBytes.add(identity);
    if (!inText) continue;
    if (!keepsText) {
      twins.texts.set(name, claim(`${name}Text`, kept.get(`text:${identity}`)));
      continue;
    }
    // Requests have no other form of it: theirs is the shape that a difference of directions would give them.
    const isInput = !asText.sent.has(name) && !asBytes.read.has(name);
    const known = kept.get(`bytes:${identity}`) ?? (isInput ? kept.get(`input:${identity}`) : undefined);
    twins.bytes.set(name, claim(`${name}${isInput ? "Input" : "Upload"}`, known));
  }
  return twins;
}
