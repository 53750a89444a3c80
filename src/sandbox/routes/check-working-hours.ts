import { Refusal } from "../problems/refusal.js";
import type { WorkingHours } from "../state/models.js";

/**
 * Checks what the schema cannot say: that the day begins before it ends.
 * @param place the path of the hours in the request
 * @throws Refusal `validation_failed`
 */
export function checkWorkingHours(place: string, hours: WorkingHours | undefined): void {
  if (hours !== undefined && hours.from >= hours.to) {
    throw new Refusal("validation_failed", `${place} must begin before it ends`);
  }
}
