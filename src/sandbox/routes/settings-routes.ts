import { toTimestamp } from "../clock.js";
import { Rejection } from "../problems/rejection.js";
import { jsonResponse, type SandboxResponse } from "../server/sandbox-response.js";
import { requireParameter } from "../server/call.js";
import type { Handlers } from "../server/handler.js";
import type { CabinetEntry } from "../state/cabinet-entry.js";
import type { AnalyticsConfigPatch, ContextSelection, SettingsPatch, UpstreamId } from "../state/models.js";
import type { UpstreamWrites } from "../state/upstream-writes.js";
import { checkIfMatch, type Versioned } from "../state/versioned.js";
import { checkWorkingHours } from "./check-working-hours.js";
import { selectedContext } from "./selected-context.js";

interface Update<Patch> extends ContextSelection {
  readonly cabinetId: UpstreamId;
  readonly reason: string;
  readonly patch: Patch;
}

/** Settings and analytics config, each read with a strong `ETag` and changed under it (ETG-1 to ETG-3). */
export function createSettingsRoutes(
  entry: CabinetEntry,
  upstream: UpstreamWrites,
): Pick<Handlers, "getCabinetSettings" | "updateSettings" | "getAnalyticsConfig" | "updateAnalyticsConfig"> {
  return {
    getCabinetSettings: (call) => {
      const context = entry.enterContext(call, requireParameter(call, "cabinetId"), selectedContext(call));
      return versionedResponse(context.settings);
    },
    updateSettings: (call) => {
      const { cabinetId, patch, ...selection } = call.body as Update<SettingsPatch>;
      const { settings } = entry.enterContext(call, cabinetId, selection);
      checkTimeZone(patch.timeZone);
      checkWorkingHours("body/patch/workingHours", patch.workingHours);
      checkIfMatch(settings, requireParameter(call, "If-Match"));
      upstream.execute(call, () => {
        settings.replace({ ...settings.value, ...patch, updatedAt: toTimestamp(call.wallTime) });
      });
      return versionedResponse(settings);
    },
    getAnalyticsConfig: (call) => {
      const context = entry.enterContext(call, requireParameter(call, "cabinetId"), selectedContext(call));
      return versionedResponse(context.analyticsConfig);
    },
    updateAnalyticsConfig: (call) => {
      const { cabinetId, patch, ...selection } = call.body as Update<AnalyticsConfigPatch>;
      const { analyticsConfig } = entry.enterContext(call, cabinetId, selection);
      checkIfMatch(analyticsConfig, requireParameter(call, "If-Match"));
      upstream.execute(call, () => {
        analyticsConfig.replace({
          ...analyticsConfig.value,
          ...patch,
          updatedAt: toTimestamp(call.wallTime),
        });
      });
      return versionedResponse(analyticsConfig);
    },
  };
}

/** The current value with its validator. */
export function versionedResponse(resource: Versioned<unknown>): SandboxResponse {
  return jsonResponse(200, resource.value, { ETag: resource.etag });
}

/** The schema knows no list of time zones; the runtime does. */
function checkTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined) return;
  try {
    new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    throw new Rejection("validation_failed", "body/patch/timeZone must be an IANA time zone");
  }
}
