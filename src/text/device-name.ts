/**
 * Whether Windows keeps a name for a device, whatever ending follows it (Microsoft, "Naming Files, Paths, and Namespaces"):
 * no file or folder of a client can be called so, since it must be usable from every checkout.
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/iu.test(name);
}
