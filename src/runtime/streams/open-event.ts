import type { Unlisted } from "../values/unlisted.js";
import type { ServerSentEvent } from "./stream-events.js";

/**
 * An event of a stream that a newer server may add others to. Comparing `event` with the listed names narrows to the known
 * events, and leaves the unlisted one for the default branch: what of the known ones has an unlisted name is left to it.
 *
 * @typeParam Known - the events that the contract of this client lists, by the names that it fixes
 * @typeParam Data - what an unlisted event has: text where all data is, else whatever its text can be read as
 */
export type OpenEvent<Known, Data = unknown> =
  | (Known extends { readonly event: infer Name }
      ? [Name] extends [Unlisted]
        ? never
        : Unlisted extends Name
          ? Known & { readonly event: Exclude<Name, Unlisted> }
          : Known
      : Known)
  | (Omit<ServerSentEvent<Data>, "event"> & {
      /** The name of an event that the contract does not list. */
      readonly event: Unlisted;
    });
