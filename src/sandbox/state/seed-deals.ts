import { toTimestamp } from "../clock.js";
import type { Deal, DealChannel, DealStage, ProjectSources, UpstreamId } from "./models.js";
import type { Random } from "./random.js";
import { areaCodes, comments, familyNames, givenNames, tagWords } from "./seed-catalog.js";

/** The seeded deals lie in the 180 days before this. */
const end = Date.UTC(2026, 7, 9);
const day = 86_400_000;

const stages: readonly DealStage[] = [
  "new",
  "new",
  "in_progress",
  "in_progress",
  "qualified",
  "won",
  "won",
  "lost",
];
const channels: readonly DealChannel[] = ["call", "call", "call", "callback", "chat", "form"];

/** What the deals of a context refer to. */
export interface DealContext {
  readonly cabinetId: UpstreamId;
  readonly currency: string;
  readonly projects: readonly ProjectSources[];
  readonly managerIds: readonly UpstreamId[];
}

/** @param count how many deals, spread evenly over the time and ordered by it */
export function seedDeals(
  count: number,
  context: DealContext,
  random: Random,
  nextId: () => UpstreamId,
): Deal[] {
  return Array.from({ length: count }, (_unused, index) => {
    const created = end - 180 * day + Math.floor((180 * day * index) / count);
    return seedDeal(created, context, random, nextId());
  });
}

function seedDeal(created: number, context: DealContext, random: Random, dealId: UpstreamId): Deal {
  const stage = random.pick(stages);
  const project = random.below(10) === 0 ? undefined : random.pick(context.projects);
  const closed = stage === "won" || stage === "lost";
  const updated = toTimestamp(created + random.below(5 * day));
  const amount = {
    amount: `${50 + random.below(4000)}.${random.pick(["00", "50", "90"])}`,
    currency: context.currency,
  };
  return {
    dealId,
    cabinetId: context.cabinetId,
    projectId: project?.projectId ?? null,
    sourceId: project === undefined ? null : random.pick(project.sources).sourceId,
    stage,
    channel: random.pick(channels),
    contact: seedContact(random),
    amount: stage === "new" ? null : amount,
    responsibleUserId: random.below(4) === 0 ? null : random.pick(context.managerIds),
    comment: random.pick(comments),
    tags: random.below(3) === 0 ? [random.pick(tagWords)] : [],
    createdAt: toTimestamp(created),
    updatedAt: updated,
    closedAt: closed ? updated : null,
  };
}

function seedContact(random: Random): Deal["contact"] {
  const given = random.pick(givenNames);
  const family = random.pick(familyNames);
  const phone = `+1${random.pick(areaCodes)}5550${100 + random.below(100)}`;
  return {
    name: random.below(8) === 0 ? null : `${given} ${family}`,
    phone,
    email: random.below(2) === 0 ? null : `${given}.${family}@example.com`.toLowerCase(),
  };
}
