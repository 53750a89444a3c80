import type { ApiResponse } from "../call/call.js";
import { textAt } from "../values/member-at.js";
import type { BackgroundDescriptor } from "./background-descriptor.js";

/** The id of an operation that was just started: from the body, else from `Location` (OPS-1). */
export function startedId(
  background: BackgroundDescriptor,
  response: ApiResponse<unknown>,
): string | undefined {
  const inBody =
    background.id === undefined
      ? undefined
      : textAt(response.value, background.id);
  return inBody ?? idInLocation(background, response.headers.get("location"));
}

/** Reads the id where the path of the status operation has its parameter: `/operations/{operationId}`. */
function idInLocation(
  { status, idParameter }: BackgroundDescriptor,
  location: string | null,
): string | undefined {
  const parameter = status.parameters?.find(
    (one) => one.in === "path" && (one.key ?? one.name) === idParameter,
  );
  if (location === null || parameter === undefined) return undefined;
  const [before = "", after = ""] = status.path.split(`{${parameter.name}}`);
  const path = location.replace(/[?#].*$/, "");
  const start = path.lastIndexOf(before);
  if (before === "" || start === -1 || !path.endsWith(after)) return undefined;
  const id = path.slice(start + before.length, path.length - after.length);
  if (id === "" || id.includes("/")) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
