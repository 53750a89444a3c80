/**
 * Folders of the runtime's source that share the emitted file of another, so that a plain client has few files. A file holds
 * folders that follow each other in the direction in which folders import values.
 */
const HOSTS: Readonly<Record<string, string>> = {
  descriptors: "call",
  parameters: "request",
  retry: "call",
  secrets: "errors",
  tracing: "call",
  values: "http",
  waiting: "call",
};

/** The emitted file that has a module of the runtime, without folder and extension: `waiting/clock` → `call`. */
export function runtimeFile(module: string): string {
  const [folder = ""] = module.split("/");
  return HOSTS[folder] ?? folder;
}
