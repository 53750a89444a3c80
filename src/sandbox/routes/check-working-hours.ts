import { Rejection } from "../problems/rejection.js";
import type { WorkingHours } from "../state/models.js";

/**
 * Checks what the schema cannot say: that the day begins before it ends.
 * @param path the path of the hours in the request
 * @throws Refusal `validation_failed`
 */
export function checkWorkingHours(path: string, hours: WorkingHours | undefined): void {
  if (hours !== undefined && hours.from >= hours.to) {
    throw new Rejection("validation_failed", `${path} must begin before it ends`);
  }
}
