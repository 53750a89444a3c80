import { toTimestamp } from "../clock.js";
import type { CabinetState, ContextState, ProjectRecord, UpstreamState } from "./cabinet-state.js";
import { createIdSequence } from "./id-sequence.js";
import type { AnalyticsConfig, CabinetSettings, ProjectSource, UpstreamId, WorkingHours } from "./models.js";
import { createRandom, type Random } from "./random.js";
import { areaCodes, cabinetCatalog, projectNames, regions } from "./seed-catalog.js";
import { seedDeals } from "./seed-deals.js";
import { createVersioned } from "./versioned.js";

type CatalogCabinet = (typeof cabinetCatalog)[number];

const createdAt = toTimestamp(Date.UTC(2026, 0, 12, 8));
const officeHours: WorkingHours = {
  days: ["monday", "tuesday", "wednesday", "thursday", "friday"],
  from: "09:00",
  to: "18:00",
};

/** The same cabinets, contexts, projects, sources and deals in every sandbox. */
export function seedUpstream(): UpstreamState {
  const nextId = createIdSequence();
  const random = createRandom(20260809);
  // Cabinets first: their identifiers then do not depend on how much data the catalog asks for.
  const ids = cabinetCatalog.map(() => nextId());
  const cabinets = cabinetCatalog.map((entry, index) =>
    seedCabinet(entry, ids[index] ?? nextId(), random, nextId),
  );
  return { cabinets: new Map(cabinets.map((state) => [state.cabinet.cabinetId, state])), nextId };
}

function seedCabinet(
  { login, name, currency, contexts }: CatalogCabinet,
  cabinetId: UpstreamId,
  random: Random,
  nextId: () => UpstreamId,
): CabinetState {
  const namespaceId = nextId();
  return {
    cabinet: { kind: "cabinet", cabinetId, login, name },
    contexts: contexts.map((context) => {
      const path = { cabinetId, namespaceId, placementId: nextId(), name: context.name };
      return seedContext(path, currency, context.deals, random, nextId);
    }),
  };
}

function seedContext(
  path: Pick<ContextState, "cabinetId" | "namespaceId" | "placementId" | "name">,
  currency: string,
  dealCount: number,
  random: Random,
  nextId: () => UpstreamId,
): ContextState {
  const { cabinetId, placementId } = path;
  const projects = projectNames.map((name, index) => seedProject(cabinetId, name, index, random, nextId));
  const context = {
    cabinetId,
    currency,
    projects: projects.map(({ sources }) => sources.value),
    managerIds: [nextId(), nextId(), nextId()],
  };
  return {
    ...path,
    settings: createVersioned(`settings ${placementId}`, seedSettings(cabinetId)),
    analyticsConfig: createVersioned(`analytics ${placementId}`, seedAnalyticsConfig(cabinetId, currency)),
    projects: new Map(projects.map((record) => [record.project.projectId, record])),
    deals: seedDeals(dealCount, context, random, nextId),
  };
}

function seedProject(
  cabinetId: UpstreamId,
  name: string,
  index: number,
  random: Random,
  nextId: () => UpstreamId,
): ProjectRecord {
  const projectId = nextId();
  const states = ["active", "active", "active", "active", "paused", "archived"] as const;
  const project = {
    projectId,
    cabinetId,
    name,
    state: states[index] ?? "active",
    region: random.pick(regions),
    dailyContactLimit: index % 2 === 0 ? null : 20 + random.below(200),
    workingHours: officeHours,
    tags: index === 0 ? ["priority"] : [],
    createdAt,
    updatedAt: createdAt,
  };
  const sources = { projectId, sources: seedSources(random, nextId), updatedAt: createdAt };
  return { project, sources: createVersioned(`sources ${projectId}`, sources) };
}

function seedSources(random: Random, nextId: () => UpstreamId): ProjectSource[] {
  const number = `+1${random.pick(areaCodes)}5550${100 + random.below(100)}`;
  const details: ProjectSource["details"][] = [
    { kind: "website", url: "https://www.example.com/offers", includeSubpages: true },
    { kind: "phone_number", number, forwardTo: null },
    { kind: "ad_campaign", network: "google_ads", campaignId: nextId() },
  ];
  const names = ["Offers page", "Tracked number", "Search ads"];
  return details.map((each, index) => ({
    sourceId: nextId(),
    name: names[index] ?? each.kind,
    active: true,
    details: each,
    createdAt,
  }));
}

function seedSettings(cabinetId: UpstreamId): CabinetSettings {
  return {
    cabinetId,
    timeZone: "Europe/Berlin",
    language: "de",
    workingHours: officeHours,
    callRecording: { enabled: true, retentionDays: 90 },
    missedCallAlerts: true,
    alertEmail: "desk@example.com",
    dealAssignment: "round_robin",
    updatedAt: createdAt,
  };
}

function seedAnalyticsConfig(cabinetId: UpstreamId, currency: string): AnalyticsConfig {
  return {
    cabinetId,
    attributionModel: "last_touch",
    attributionWindowDays: 30,
    currency,
    goals: [
      { name: "Qualified contact", stage: "qualified", weight: 1 },
      { name: "Sale", stage: "won", weight: 5 },
    ],
    excludedSourceIds: [],
    channelNames: { cpc: "Paid search", email: "Newsletter" },
    updatedAt: createdAt,
  };
}
