import { diagnostic } from "../../../../diagnostics/diagnostic.js";
import type { OperationModel } from "../../../../model/api-model.js";
import { operationKey } from "../../responses.js";
import { keyParameter, type PlannedKeys } from "../../traits/idempotency-keys.js";
import type { OperationTraits } from "../../traits/trait.js";
import type { SchemaReader } from "../../schema-reader.js";
import { describedLengths } from "./key-lengths.js";
import { joinedLines, type LostSign } from "../sign.js";

/** Rules of idempotency keys that the client does not check, those by which it can make no key, and lengths that only a text has. */
export function keyRuleSigns(
  operations: readonly {
    readonly model: OperationModel;
    readonly traits: OperationTraits;
    readonly keys?: PlannedKeys | undefined;
  }[],
  reader: SchemaReader,
): readonly LostSign[] {
  return operations.flatMap(({ model, traits, keys }) => {
    const { given = {} } = traits.idempotentCreate ?? {};
    if ("rules" in given) return [];
    if (keys === undefined) return lengthsSign(model, traits, reader);
    const parameter = keyParameter(model, traits);
    const { pointer } = parameter?.origin ?? model.origin;
    const operation = operationKey(model);
    const rules = Object.entries(keys.rules).map(([rule, value]) => `${rule}: ${JSON.stringify(value)}`);
    const header = `its header ${JSON.stringify(parameter?.name)} has`;
    const sign = {
      operation: model,
      trait: "idempotency" as const,
      lines: [],
      meant: joinedLines(model, "idempotency", traits.idempotentCreate, "rules: false"),
    };
    const unchecked = keys.unchecked.map((rule) => ({
      ...sign,
      shown: `${header} a rule for keys (${rule})`,
      missing: "the client does not check that: it could take exponential time, or is not supported",
      diagnostic: diagnostic("trait/unchecked-key", pointer, { operation, rule }),
    }));
    if (keys.form !== undefined) return unchecked;
    const unmade = {
      ...sign,
      shown: `${header} rules for keys (${rules.join(", ")})`,
      missing: "the client can make no key that fits: every call needs one from the caller",
      diagnostic: diagnostic("trait/no-key", pointer, { operation, rules }),
    };
    return [...unchecked, unmade];
  });
}

/** A length of keys that only the description of their header states. */
function lengthsSign(
  operation: OperationModel,
  traits: OperationTraits,
  reader: SchemaReader,
): readonly LostSign[] {
  const parameter = keyParameter(operation, traits);
  if (parameter === undefined) return [];
  const { description, schema } = parameter;
  const texts = [description, schema.doc.description, reader.resolve(schema).doc.description];
  const { minLength, maxLength } = describedLengths([...new Set(texts)].join("\n\n"));
  const lengths = [
    ...(minLength === undefined || minLength < 2 ? [] : [`minLength: ${String(minLength)}`]),
    // No header of a key is longer than 255 characters.
    ...(maxLength === undefined || maxLength > 254 ? [] : [`maxLength: ${String(maxLength)}`]),
  ];
  if (lengths.length === 0) return [];
  const lines = (rules: string) =>
    joinedLines(operation, "idempotency", traits.idempotentCreate, `rules: ${rules}`);
  return [
    {
      operation,
      trait: "idempotency",
      shown: `the description of its header ${JSON.stringify(parameter.name)} says how long keys are (${lengths.join(", ")})`,
      missing: "its schema does not: the client checks no length",
      lines: lines(`{ ${lengths.join(", ")} }`),
      meant: lines("false"),
      diagnostic: diagnostic("trait/described-lengths", parameter.origin.pointer, {
        operation: operationKey(operation),
        rules: lengths,
      }),
    },
  ];
}
