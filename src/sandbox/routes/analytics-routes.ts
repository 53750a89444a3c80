import type { CursorCodec } from "../pages/cursor-codec.js";
import { readPage } from "../pages/read-page.js";
import { Rejection } from "../problems/rejection.js";
import { jsonResponse } from "../server/sandbox-response.js";
import type { Handlers } from "../server/handler.js";
import { findProject, type CabinetEntry } from "../state/cabinet-entry.js";
import type { ContextState } from "../state/cabinet-state.js";
import type { ContextSelection, Deal, Money, Project, ProjectState, UpstreamId } from "../state/models.js";

interface ProjectAnalyticsQuery extends ContextSelection {
  readonly cabinetId: UpstreamId;
  /** First and last day, in the cabinet's time zone. */
  readonly from: string;
  readonly to: string;
  readonly projectIds?: readonly UpstreamId[];
  readonly states?: readonly ProjectState[];
  readonly limit?: number;
  readonly cursor?: string;
}

/** What projects brought in a period. @param defaultLimit the contract's default page limit */
export function createAnalyticsRoutes(
  entry: CabinetEntry,
  cursors: CursorCodec,
  defaultLimit: number,
): Pick<Handlers, "queryAnalyticsProjects"> {
  return {
    queryAnalyticsProjects: (call) => {
      const { limit = defaultLimit, cursor, ...query } = call.body as ProjectAnalyticsQuery;
      if (query.from > query.to)
        throw new Rejection("validation_failed", "body/to must not be before body/from");
      const context = entry.enterContext(call, query.cabinetId, query);
      const projects = selectProjects(context, query);
      const sequence = {
        items: projects,
        keyOf: ({ projectId }: Project) => projectId,
        order: "ascending",
      } as const;
      const page = readPage(cursors, call, sequence, { limit, cursor, filters: query });
      const deals = dealsOfPeriod(context, query);
      const { currency } = context.analyticsConfig.value;
      return jsonResponse(200, {
        ...page,
        items: page.items.map((project) => evaluate(project, deals, currency)),
      });
    },
  };
}

function selectProjects(context: ContextState, { projectIds, states }: ProjectAnalyticsQuery): Project[] {
  for (const projectId of projectIds ?? []) findProject(context, projectId);
  return [...context.projects.values()]
    .map(({ project }) => project)
    .filter(
      ({ projectId, state }) =>
        (projectIds?.includes(projectId) ?? true) && (states?.includes(state) ?? true),
    );
}

function dealsOfPeriod(
  { deals, settings, analyticsConfig }: ContextState,
  { from, to }: ProjectAnalyticsQuery,
): Deal[] {
  // The Swedish locale writes dates as ISO 8601 does, so that they compare as text.
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone: settings.value.timeZone });
  const { excludedSourceIds } = analyticsConfig.value;
  return deals.filter(({ createdAt, sourceId }) => {
    if (sourceId !== null && excludedSourceIds.includes(sourceId)) return false;
    const day = days.format(new Date(createdAt));
    return from <= day && day <= to;
  });
}

function evaluate({ projectId, name, state }: Project, period: readonly Deal[], currency: string): object {
  const deals = period.filter((deal) => deal.projectId === projectId);
  const won = deals.filter(({ stage }) => stage === "won");
  return {
    projectId,
    name,
    state,
    deals: deals.length,
    wonDeals: won.length,
    conversionRate: deals.length === 0 ? null : won.length / deals.length,
    revenue: sum(won, currency),
  };
}

/** Adds up in hundredths, as integers: no cent is lost to binary fractions. The sandbox converts no currencies. */
function sum(deals: readonly Deal[], currency: string): Money {
  const cents = deals.reduce(
    (total, { amount }) => total + (amount === null ? 0n : toCents(amount.amount)),
    0n,
  );
  return { amount: `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`, currency };
}

function toCents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}
