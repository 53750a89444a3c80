import type { PlatformUser } from "../access/user-directory.js";
import type { UpstreamState } from "./cabinet-state.js";
import type { UpstreamId } from "./models.js";
import { userCatalog } from "./seed-catalog.js";

/** The users with the cabinets in which they hold every right at first. */
export function seedUsers(upstream: UpstreamState): { user: PlatformUser; cabinetIds: UpstreamId[] }[] {
  const cabinets = [...upstream.cabinets.values()].map(({ cabinet }) => cabinet);
  return userCatalog.map(({ userId, name, cabinets: logins }) => {
    const reached = cabinets.filter(({ login }) => logins.some((known) => known === login));
    return { user: { userId, name }, cabinetIds: reached.map(({ cabinetId }) => cabinetId) };
  });
}
