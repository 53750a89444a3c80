import { toTimestamp } from "../clock.js";
import type { ContextState } from "./cabinet-state.js";
import type { Deal, UpstreamId } from "./models.js";

/** What is imported, as the contract's request says it. */
export interface DealImport {
  readonly projectId?: UpstreamId;
  readonly duplicates?: "skip" | "create";
  readonly tags?: readonly string[];
  readonly contacts: readonly ImportContact[];
}

interface ImportContact {
  readonly phone: string;
  readonly name?: string;
  readonly comment?: string;
}

/**
 * Imports phone numbers as new deals, in the order of the request.
 * @param at epoch milliseconds of the import
 * @returns one row a phone number: created, or skipped with the open deal that has it already
 */
export function importDeals(
  context: ContextState,
  request: DealImport,
  at: number,
  nextId: () => UpstreamId,
): object[] {
  const open = new Map(context.deals.filter(isOpen).map((deal) => [deal.contact.phone, deal.dealId]));
  return request.contacts.map((contact, position) => {
    const row = { kind: "deal_import", position, phone: contact.phone };
    const duplicate = open.get(contact.phone);
    if (duplicate !== undefined && request.duplicates !== "create") {
      return { ...row, outcome: "skipped", dealId: duplicate };
    }
    const deal = toDeal(context.cabinetId, request, contact, at, nextId());
    context.deals.push(deal);
    open.set(contact.phone, deal.dealId);
    return { ...row, outcome: "created", dealId: deal.dealId };
  });
}

function isOpen({ stage }: Deal): boolean {
  return stage !== "won" && stage !== "lost";
}

function toDeal(
  cabinetId: UpstreamId,
  request: DealImport,
  contact: ImportContact,
  at: number,
  dealId: UpstreamId,
): Deal {
  return {
    dealId,
    cabinetId,
    projectId: request.projectId ?? null,
    sourceId: null,
    stage: "new",
    channel: "import",
    contact: { name: contact.name ?? null, phone: contact.phone, email: null },
    amount: null,
    responsibleUserId: null,
    comment: contact.comment ?? null,
    tags: request.tags ?? [],
    createdAt: toTimestamp(at),
    updatedAt: toTimestamp(at),
    closedAt: null,
  };
}
