import { diagnostic } from "../../../../diagnostics/diagnostic.js";
import type { ApiModel, OperationModel } from "../../../../model/api-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { operationKey } from "../../responses.js";
import { keyParameter, type PlannedKeys } from "../../traits/idempotency-keys.js";
import type { OperationTraits } from "../../traits/trait.js";
import type { SchemaReader } from "../../schema-reader.js";
import { describedLengths } from "./key-lengths.js";
import { joinedLines, type LostSign, operationLines } from "../sign.js";

/** An operation with what was decided of its keys. */
interface KeyedOperation {
  readonly model: OperationModel;
  readonly traits: OperationTraits;
  readonly keys?: PlannedKeys | undefined;
}

/** Characters of a description that are searched. */
const LONGEST = 100_000;

/** "Idempotency is only supported for POST requests", "Only POST requests accept an idempotency key" */
const POST_ONLY: readonly RegExp[] = [
  /\bidempoten\w*\b[^.\n]{0,60}\bonly\s(?:\w+\s){0,3}(?:by|for|in|on|to|with)\s(?:\w+\s){0,2}[`"'*]{0,3}POST\b/iu,
  /\bonly\s[`"'*]{0,3}POST\b[^.\n]{0,60}\bidempoten\w*/iu,
];

const OTHER_METHODS = /\b(?:PUT|PATCH|DELETE)\b/u;

/** Operations of other methods that take a key, where the contract says that keys are for POST alone. */
function keyMethodSigns(
  { contract: { description = "" } }: Pick<ApiModel, "contract">,
  operations: readonly KeyedOperation[],
): readonly LostSign[] {
  const sentences = clausesOf(description.slice(0, LONGEST)).map((clauses) => clauses.join(""));
  const isPostOnly = sentences.some(
    (one) => POST_ONLY.some((pattern) => pattern.test(one)) && !OTHER_METHODS.test(one) && !negates(one),
  );
  if (!isPostOnly) return [];
  return operations.flatMap(({ model, traits: { idempotentCreate } }): readonly LostSign[] => {
    const { given = {}, decidedBy } = idempotentCreate ?? {};
    if (idempotentCreate === undefined || model.method === "POST") return [];
    if (decidedBy === "configuration" || "rules" in given) return [];
    return [
      {
        operation: model,
        trait: "idempotency",
        shown: `it has the header ${JSON.stringify(idempotentCreate.facts.header)}`,
        missing: "the description of the contract says that keys are for POST requests only",
        lines: operationLines(model, ["idempotency: false"]),
        meant: joinedLines(model, "idempotency", idempotentCreate, "rules: false"),
        diagnostic: diagnostic("trait/key-method", model.origin.pointer, { operation: operationKey(model) }),
      },
    ];
  });
}

/**
 * Rules of idempotency keys that the client does not check, those by which it can make no key, lengths that only a text has, and keys of
 * operations that the contract says have none.
 */
export function keyRuleSigns(
  operations: readonly KeyedOperation[],
  model: Pick<ApiModel, "contract">,
  reader: SchemaReader,
): readonly LostSign[] {
  const ofRules = operations.flatMap(({ model, traits, keys }) => {
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
  return [...ofRules, ...keyMethodSigns(model, operations)];
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
    ...(minLength === undefined || minLength < 2 || minLength > 255
      ? []
      : [`minLength: ${String(minLength)}`]),
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
