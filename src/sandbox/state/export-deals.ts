import type { Deal } from "./models.js";

/** The rows of an export. @param includeContacts whether they hold contact data */
export function exportDeals(deals: readonly Deal[], includeContacts: boolean): object[] {
  return deals.map(({ dealId, projectId, stage, channel, amount, contact, createdAt }) => ({
    kind: "deal_export",
    dealId,
    projectId,
    stage,
    channel,
    amount,
    ...(includeContacts ? { contact } : {}),
    createdAt,
  }));
}
