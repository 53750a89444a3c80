import { findHeader } from "../responses.js";
import { memberPath } from "../traits/pagination/paths.js";
import { collectEvidence, type Evidence } from "../traits/pagination/recognise-pagination.js";
import type { Member } from "../traits/pagination/response-members.js";
import { type LostSign, operationLines, type SignSource } from "./sign.js";

/** A position that is one by its name alone, in a request that has no page otherwise. */
const POSITION =
  /^(?:cursor|page_token|page_cursor|next_token|continuation_token|skip_token|marker|after|starting_after|offset|skip|page|page_(?:number|no|num|index))$/;

/** Names of what leads to the next page. */
const NEXT =
  /^next(?:_(?:page|cursor|token|marker|offset|start|position|key|link|ur[il]|href|page_(?:token|cursor|ur[il])))?$|^(?:continuation|skip)_token$|^end_cursor$/;

function isNext({ kind, keys }: Member): boolean {
  return kind !== "boolean" && NEXT.test(keys.at(-1) ?? "");
}

/** A list that may have further pages: a next cursor that nothing takes back, a position that nothing gives, a `Link`. */
export function paginationSign({ operation, traits, reader }: SignSource): LostSign | undefined {
  if (traits.pagination !== undefined) return undefined;
  const evidence = collectEvidence(operation, reader);
  if (evidence === undefined) return undefined;
  const { members, positions, response, size, list } = evidence;
  // A create returns what a list has, too.
  const requestsPage = operation.method !== "POST" || positions.length > 0 || size !== undefined;
  const token = requestsPage ? members.find(isNext) : undefined;
  const position = positions.find(({ key }) => POSITION.test(key));
  const sign = { operation, trait: "pagination" as const };
  if (token !== undefined) {
    const next = memberPath(token.path);
    return {
      ...sign,
      shown: `its response has "${next}"`,
      missing:
        position === undefined
          ? "nothing of the request takes it back"
          : `"${position.at.name}" does not clearly take it back`,
      lines: linesOf(evidence, `next: ${next}`, `cursor: ${position?.at.name ?? "?"}`),
    };
  }
  if (position !== undefined)
    return {
      ...sign,
      shown: `it takes "${position.at.name}" and returns a list`,
      missing: "nothing says how the next position is found",
      lines:
        position.kind === "number"
          ? operationLines(operation, [
              /offset|skip/.test(position.key)
                ? `pagination: { style: offset, items: ${itemsOf(evidence)}, offset: ${position.at.name} }`
                : `pagination: { style: number, items: ${itemsOf(evidence)}, number: ${position.at.name} }`,
            ])
          : linesOf(evidence, 'next: "?"', `cursor: ${position.at.name}`),
    };
  if (list.path.length > 0 || findHeader(response, "Link") === undefined) return undefined;
  return {
    ...sign,
    shown: "its response has the header `Link` and a list",
    missing: "nothing of the request takes a size or a position",
    lines: operationLines(operation, [`pagination: { style: link, items: ${itemsOf(evidence)} }`]),
  };
}

function linesOf(evidence: Evidence, ...parts: readonly string[]): readonly string[] {
  return operationLines(evidence.operation, [
    `pagination: { style: cursor, items: ${itemsOf(evidence)}, ${parts.join(", ")} }`,
  ]);
}

function itemsOf({ list }: Evidence): string {
  return list.path.length === 0 ? '""' : list.path.join(".");
}
