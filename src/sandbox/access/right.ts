import type { Scope } from "./scope.js";

/** The platform right without which no request is allowed, whatever the key carries. */
export const externalApiAccess = "external_api_access";

/** What a user may do in a cabinet, by the platform's own rights. */
export const cabinetRights = [
  "view",
  "manage_projects",
  "manage_settings",
  "view_deals",
  "import_deals",
  "export_deals",
] as const;

/** One right of a user in one cabinet. */
export type CabinetRight = (typeof cabinetRights)[number];

/** The right that an operation of a scope needs in the chosen cabinet. */
export const rightForScope: Readonly<Record<Scope, CabinetRight>> = {
  "cabinet:read": "view",
  "cabinet:projects:write": "manage_projects",
  "cabinet:settings:write": "manage_settings",
  "cabinet:deals:read": "view_deals",
  "cabinet:deals:write": "import_deals",
  "cabinet:exports:run": "export_deals",
};
