/* The entities as the contract writes them; the responses are held against it, so the two cannot drift apart. */

/** A 64-bit identifier of the upstream system: a string of digits (GEN-1). */
export type UpstreamId = string;

/** An account in the upstream system. */
export interface Cabinet {
  readonly kind: "cabinet";
  readonly cabinetId: UpstreamId;
  readonly login: string;
  readonly name: string;
}

/** Days and times of day, in the cabinet's time zone. */
export interface WorkingHours {
  readonly days: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** The settings of a cabinet in one context. */
export interface CabinetSettings {
  readonly cabinetId: UpstreamId;
  readonly timeZone: string;
  readonly language: string;
  readonly workingHours: WorkingHours;
  readonly callRecording: { readonly enabled: boolean; readonly retentionDays: number };
  readonly missedCallAlerts: boolean;
  readonly alertEmail: string | null;
  readonly dealAssignment: string;
  readonly updatedAt: string;
}

/** What a client may change of the settings. */
export type SettingsPatch = Partial<Omit<CabinetSettings, "cabinetId" | "updatedAt">>;

/** How analytics are computed, in one context. */
export interface AnalyticsConfig {
  readonly cabinetId: UpstreamId;
  readonly attributionModel: string;
  readonly attributionWindowDays: number;
  readonly currency: string;
  readonly goals: readonly { readonly name: string; readonly stage: DealStage; readonly weight: number }[];
  readonly excludedSourceIds: readonly UpstreamId[];
  readonly channelNames: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/** What a client may change of the analytics config. */
export type AnalyticsConfigPatch = Partial<Omit<AnalyticsConfig, "cabinetId" | "updatedAt">>;

/** Whether a project works. */
export type ProjectState = "active" | "paused" | "archived";

/** A call-tracking project. */
export interface Project {
  readonly projectId: UpstreamId;
  readonly cabinetId: UpstreamId;
  readonly name: string;
  readonly state: ProjectState;
  readonly region: string;
  readonly dailyContactLimit: number | null;
  readonly workingHours: WorkingHours;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a client may change of a project, its state aside. */
export type ProjectPatch = Partial<
  Pick<Project, "name" | "region" | "dailyContactLimit" | "workingHours" | "tags">
>;

/** What a source is; the contract's discriminated union. */
export type SourceDetails =
  | { readonly kind: "website"; readonly url: string; readonly includeSubpages?: boolean }
  | { readonly kind: "phone_number"; readonly number: string; readonly forwardTo?: string | null }
  | { readonly kind: "ad_campaign"; readonly network: string; readonly campaignId: UpstreamId };

/** Where contacts of a project come from. */
export interface ProjectSource {
  readonly sourceId: UpstreamId;
  readonly name: string;
  readonly active: boolean;
  readonly details: SourceDetails;
  readonly createdAt: string;
}

/** A source to add. */
export interface NewProjectSource {
  readonly name: string;
  readonly active?: boolean;
  readonly details: SourceDetails;
}

/** One change of sources; the contract's discriminated union. */
export type SourceChange =
  | { readonly action: "add"; readonly source: NewProjectSource }
  | {
      readonly action: "edit";
      readonly sourceId: UpstreamId;
      readonly name?: string;
      readonly active?: boolean;
    }
  | { readonly action: "remove"; readonly sourceId: UpstreamId };

/** The sources of a project, which change under an `ETag`. */
export interface ProjectSources {
  readonly projectId: UpstreamId;
  readonly sources: readonly ProjectSource[];
  readonly updatedAt: string;
}

/** How far a deal has come. */
export type DealStage = "new" | "in_progress" | "qualified" | "won" | "lost";
/** How a contact was made. */
export type DealChannel = "call" | "callback" | "chat" | "form" | "import";

/** An amount as decimal text, and its currency. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** A contact and what became of it; `contact` and `comment` are sensitive. */
export interface Deal {
  readonly dealId: UpstreamId;
  readonly cabinetId: UpstreamId;
  readonly projectId: UpstreamId | null;
  readonly sourceId: UpstreamId | null;
  readonly stage: DealStage;
  readonly channel: DealChannel;
  readonly contact: { readonly name: string | null; readonly phone: string; readonly email: string | null };
  readonly amount: Money | null;
  readonly responsibleUserId: UpstreamId | null;
  readonly comment: string | null;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

/** Conditions that all have to hold. */
export interface DealFilter {
  readonly stages?: readonly DealStage[];
  readonly channels?: readonly DealChannel[];
  readonly projectIds?: readonly UpstreamId[];
  readonly phone?: string;
  readonly createdFrom?: string;
  readonly createdBefore?: string;
}

/** A chosen context, as query parameters and bodies carry it. */
export interface ContextSelection {
  readonly namespaceId?: UpstreamId | undefined;
  readonly placementId?: UpstreamId | undefined;
}
