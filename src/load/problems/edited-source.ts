import { Source } from "@redocly/openapi-core";

/** A place in a source. */
interface Location {
  readonly source: Source;
  readonly pointer: string;
}

/**
 * A document that overlays changed: pointers lead into the result, and what they lead to was written in the document itself, or in an
 * overlay.
 */
export class EditedSource extends Source {
  readonly #find: (pointer: string) => Location;

  /** @param find - where the value at a pointer was written. */
  constructor(source: Source, find: (pointer: string) => Location) {
    super(source.absoluteRef, source.body, source.mimeType);
    this.#find = find;
  }

  /** A location of the result as the location that a person can go to. */
  locate<Given extends Location>(location: Given): Given {
    return { ...location, ...this.#find(location.pointer) };
  }
}
