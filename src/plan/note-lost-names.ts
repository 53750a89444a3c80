import type { KeptNames } from "../model/names/kept-names.js";
import { codeSpan } from "../text/code-span.js";
import type { PlannedOperation } from "./typescript/inputs/planned-operation.js";
import { place } from "./service/responses.js";

/**
 * Says of each name beside those of operations and schemas that could not stay, and of each call that has to be written
 * otherwise, what became of it.
 *
 * @param operations - as they are called now.
 * @returns sentences, sorted as the manifest is.
 */
export function noteLostNames(
  kept: KeptNames | undefined,
  now: KeptNames,
  operations: readonly PlannedOperation[],
): readonly string[] {
  if (kept === undefined) return [];
  const renamed = [
    ...listRenamed(kept.methods, now.methods),
    ...listRenamed(kept.headers, now.headers),
    ...listRenamed(kept.webhooks, now.webhooks),
  ].map(
    ({ before, after }) => `${before} had to be renamed ${after}: the client has another of that name now.`,
  );
  const gone = listGone(kept, now, operations).map(
    (name) => `${codeSpan(name)} is gone: what it gave is described no more, or given by another method now.`,
  );
  const calls = operations.flatMap((operation) =>
    listChanges(operation).map(
      (change) => `A call of ${codeSpan(place(operation.model))} has to be written otherwise: ${change}.`,
    ),
  );
  return [...new Set([...renamed, ...gone, ...calls, ...notePartedInputs(operations)])];
}

/** Says, in one sentence, which inputs have become unions, because their bodies come in another type as well. */
function notePartedInputs(operations: readonly PlannedOperation[]): readonly string[] {
  const parted = operations.flatMap(({ model: { kept, name }, input: { words } }) => {
    const [[before, { word }] = ["", { word: "" }], ...others] = kept?.body ?? [];
    const now = words?.get(before);
    const isParted = now !== undefined && word === "" && others.length === 0;
    return isParted ? [{ before: `${name.type}Input`, now: `${name.type}${now}Input` }] : [];
  });
  const [first] = parted;
  if (first === undefined) return [];
  const more = parted.length === 1 ? "" : ` So it is with ${String(parted.length - 1)} more.`;
  return [
    `${codeSpan(first.before)} is the union of the inputs of all media types now; what it was is ${codeSpan(first.now)}.${more} Calls stay as they are written.`,
  ];
}

type Names = Readonly<Record<string, string>> | undefined;

/** Names that are gone although what they named is there. Of a set of headers that was parted, one part has the name. */
function listRenamed(
  kept: Names = {},
  now: Names = {},
): readonly { readonly before: string; readonly after: string }[] {
  const names = new Set(Object.values(now));
  return Object.entries(kept).flatMap(([identity, before]) => {
    const after = now[identity];
    return after === undefined || names.has(before) ? [] : [{ before, after }];
  });
}

/** Methods beside an operation's own that it does not give any more, although it is there: `pets.getAsCsv`. */
function listGone(
  kept: KeptNames,
  now: KeptNames,
  operations: readonly PlannedOperation[],
): readonly string[] {
  const there = new Map(operations.map(({ model }) => [place(model), model.name.resource]));
  const names = new Set(listMethods(now.methods, there));
  const lost = Object.entries(kept.methods ?? {}).filter(
    ([identity]) => now.methods?.[identity] === undefined,
  );
  return listMethods(Object.fromEntries(lost), there).filter((name) => !names.has(name));
}

/** Full names of methods: `modify of PATCH /pets/{id}` → `pets.modify`. */
function listMethods(methods: Names = {}, resources: ReadonlyMap<string, string>): readonly string[] {
  return Object.entries(methods).flatMap(([identity, method]) => {
    const resource = resources.get(identity.slice(identity.indexOf(" of ") + " of ".length));
    return resource === undefined ? [] : [`${resource}.${method}`];
  });
}

function listChanges({ model: { kept: old }, input }: PlannedOperation): readonly string[] {
  if (old === undefined) return [];
  const parameters = [...old.parameters].flatMap(([identity, key]) => {
    const found = input.parameters.find(({ model }) => `${model.in} ${model.name}` === identity)?.key;
    return found === undefined || found === key ? [] : [`${codeSpan(key)} is ${codeSpan(found)} now`];
  });
  const bodies = [...old.body].flatMap(([mediaType, { from }]) => {
    const choices = input.body === undefined ? [] : [input.body, ...input.body.others];
    const found = choices.find(({ media }) => media.mediaType === mediaType)?.from;
    if (found === undefined || found === from) return [];
    return [
      `the members of its body (${codeSpan(mediaType)}) ${found === "body" ? "are those of" : "stand beside the parameters, not in"} ${codeSpan("body")} now`,
    ];
  });
  return [...parameters, ...bodies];
}
