import type { MediaDescriptor } from "../descriptors/media-descriptor.js";
import type { ParameterDescriptor } from "../descriptors/parameter-descriptor.js";

/** A parameter of the contract with the value that the caller gave for it; never undefined or null. */
export type GivenParameter = readonly [
  parameter: ParameterDescriptor,
  value: unknown,
];

/** The body's value and the media type it is to be written in. */
export interface GivenBody {
  readonly media: MediaDescriptor;
  readonly value: unknown;
}

/** What a caller gave, by where it is sent. */
export interface SplitInput {
  readonly given: readonly GivenParameter[];
  readonly body?: GivenBody;
}

/** An input whose values may be sent. */
export interface CheckedInput {
  /** What to serialise. */
  readonly split: SplitInput;
  /**
   * Names of the members that say which resource is meant, and in which context: path parameters and identifiers, as far as
   * they were given. Names alone, so that an error may show them.
   */
  readonly identifiers: readonly string[];
}
