import { isDeviceName } from "../text/device-name.js";

const forbiddenCharacter = /[\u0000-\u001f\u007f\\:*?"<>|]/u;

/**
 * Why a relative path may not be written, or undefined when it may. The plan never makes such a path; it is checked
 * again at the last moment before the disk, because names in it come from a contract.
 * A path that only some systems can hold is refused too: a client must be usable from every checkout.
 */
export function pathFault(path: string): string | undefined {
  if (path.startsWith("/")) return "is absolute";
  for (const segment of path.split("/")) {
    if (segment === "") return "has an empty segment";
    if (segment === "." || segment === "..") return "leads out of its folder";
    if (forbiddenCharacter.test(segment)) return "has a character that not every file system takes";
    if (/[. ]$/u.test(segment) || isDeviceName(segment)) return "has a name that Windows reserves";
  }
  return undefined;
}

/** Paths with equal keys are one file on a file system that ignores case or normalises Unicode (macOS, Windows). */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
