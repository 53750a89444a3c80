import type { ConfiguredHeaders } from "./client-headers.js";
import type { LocatedSelection, OperationMatch } from "./operation-selection.js";

/** How a configuration file says that the contract of a client is read. It is in no manifest. */
export interface ClientReading {
  /** Overlays (OpenAPI Overlay Specification), in this order. */
  readonly overlays?: readonly string[];
  /** A reference without a target is a warning, and its value is of any type. */
  readonly lenient?: boolean;
  /** Operations of the client; default: all. */
  readonly include?: OperationMatch;
  readonly exclude?: OperationMatch;
  /** Headers for reading the contract. */
  readonly headers?: ConfiguredHeaders;
}

/** The same with paths that are relative to the current folder, or absolute. */
export interface ConfiguredReading extends Pick<ClientReading, "headers" | "lenient" | "overlays"> {
  readonly selection?: LocatedSelection;
}

/**
 * Separates the keys for reading the contract from the other keys of a client.
 *
 * @param below - a path of the file as one of the current folder.
 * @param position - of the client in the file.
 */
export function splitReading<Rest extends object>(
  { overlays, lenient, include, exclude, headers, ...rest }: ClientReading & Rest,
  below: (path: string) => string,
  position: Pick<LocatedSelection, "file" | "locate">,
): { readonly reading: ConfiguredReading; readonly rest: Omit<Rest, keyof ClientReading> } {
  const reading = {
    ...(overlays !== undefined && { overlays: overlays.map(below) }),
    ...(lenient !== undefined && { lenient }),
    ...(headers !== undefined && { headers }),
    ...((include ?? exclude) !== undefined && {
      selection: { ...position, ...(include && { include }), ...(exclude && { exclude }) },
    }),
  };
  return { reading, rest };
}
