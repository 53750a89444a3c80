import type { Deal, DealFilter } from "./models.js";

/** The deals for which every condition of a filter holds, in the order given. */
export function filterDeals(deals: readonly Deal[], filter: DealFilter = {}): Deal[] {
  const from = filter.createdFrom === undefined ? -Infinity : Date.parse(filter.createdFrom);
  const before = filter.createdBefore === undefined ? Infinity : Date.parse(filter.createdBefore);
  return deals.filter((deal) => {
    const created = Date.parse(deal.createdAt);
    return (
      created >= from &&
      created < before &&
      isAmong(deal.stage, filter.stages) &&
      isAmong(deal.channel, filter.channels) &&
      isAmong(deal.projectId, filter.projectIds) &&
      (filter.phone === undefined || deal.contact.phone === filter.phone)
    );
  });
}

function isAmong<Value>(value: Value | null, wanted: readonly Value[] | undefined): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}
