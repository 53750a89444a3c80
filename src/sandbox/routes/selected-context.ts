import { textParameter, type Call } from "../server/call.js";
import type { ContextSelection } from "../state/models.js";

/** The context that the query of a read selects. */
export function selectedContext(call: Call): ContextSelection {
  return { namespaceId: textParameter(call, "namespaceId"), placementId: textParameter(call, "placementId") };
}
