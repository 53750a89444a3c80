import type { ServerCapabilities } from "../call/limits.js";
import { memberAt, numberAt, textAt } from "../values/member-at.js";
import type { MemberPath } from "../values/member-at.js";
import type { CapabilitiesDescriptor } from "./capabilities-descriptor.js";

const day = 86_400_000;

/** Reads what the server says of itself. A member of the wrong type, or a limit below one, counts as not said. */
export function readCapabilities(
  descriptor: CapabilitiesDescriptor,
  answer: unknown,
): ServerCapabilities {
  const limit = (path: MemberPath | undefined): number | undefined => {
    const value = path === undefined ? undefined : numberAt(answer, path);
    return value === undefined || value < 1 ? undefined : Math.floor(value);
  };
  const { limits = {}, features, version } = descriptor;
  const contractVersion =
    version === undefined ? undefined : textAt(answer, version);
  const readsPerMinute = limit(limits.readsPerMinute);
  const writesPerMinute = limit(limits.writesPerMinute);
  const concurrentOperations = limit(limits.concurrentOperations);
  const retentionDays = limit(limits.retentionDays);
  const maxBodyBytes = limit(limits.maxBodyBytes);
  return {
    features: readFlags(
      features === undefined ? undefined : memberAt(answer, features),
    ),
    ...(contractVersion !== undefined && { contractVersion }),
    ...(readsPerMinute !== undefined && { readsPerMinute }),
    ...(writesPerMinute !== undefined && { writesPerMinute }),
    ...(concurrentOperations !== undefined && { concurrentOperations }),
    ...(retentionDays !== undefined && { retention: retentionDays * day }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  };
}

function readFlags(value: unknown): Readonly<Record<string, boolean>> {
  const members: [string, unknown][] =
    typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    members.filter(
      (one): one is [string, boolean] => typeof one[1] === "boolean",
    ),
  );
}
