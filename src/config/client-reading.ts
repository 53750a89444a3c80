/** How a configuration file says that the contract of a client is read. It is in no manifest. */
export interface ClientReading {
  /** Overlays (OpenAPI Overlay Specification), in this order. */
  readonly overlays?: readonly string[];
  /** A reference without a target is a warning, and its value is of any type. */
  readonly lenient?: boolean;
}

/** The same with paths that are relative to the current folder, or absolute. */
export type ConfiguredReading = ClientReading;

/**
 * Splits what is said of reading the contract from the other keys of a client.
 *
 * @param below - a path of the file as one of the current folder.
 */
export function splitReading<Rest extends object>(
  { overlays, lenient, ...rest }: ClientReading & Rest,
  below: (path: string) => string,
): { readonly reading: ConfiguredReading; readonly rest: Omit<Rest, keyof ClientReading> } {
  const reading = {
    ...(overlays !== undefined && { overlays: overlays.map(below) }),
    ...(lenient !== undefined && { lenient }),
  };
  return { reading, rest };
}
