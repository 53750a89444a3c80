import type {
  AnalyticsConfig,
  Cabinet,
  CabinetSettings,
  Deal,
  Project,
  ProjectSources,
  UpstreamId,
} from "./models.js";
import type { Versioned } from "./versioned.js";

/** A project with its sources, which alone are protected by an `ETag`. */
export interface ProjectRecord {
  project: Project;
  readonly sources: Versioned<ProjectSources>;
}

/** Everything that belongs to one context of a cabinet. */
export interface ContextState {
  readonly cabinetId: UpstreamId;
  readonly namespaceId: UpstreamId;
  readonly placementId: UpstreamId;
  readonly name: string;
  readonly settings: Versioned<CabinetSettings>;
  readonly analyticsConfig: Versioned<AnalyticsConfig>;
  /** In the order of their creation, which is that of their identifiers. */
  readonly projects: Map<UpstreamId, ProjectRecord>;
  /** In the order of their creation, which is that of their identifiers. */
  readonly deals: Deal[];
}

/** A cabinet with its contexts, one at least. */
export interface CabinetState {
  readonly cabinet: Cabinet;
  readonly contexts: readonly ContextState[];
}

/** What the upstream system holds. */
export interface UpstreamState {
  /** In the order of their identifiers. */
  readonly cabinets: ReadonlyMap<UpstreamId, CabinetState>;
  readonly nextId: () => UpstreamId;
}
