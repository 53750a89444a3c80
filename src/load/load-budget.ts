import { setMaxListeners } from "node:events";
import { UserError } from "../text/user-error.js";

/**
 * What a contract may cost, all of its documents together. Far above every published contract that is known (up
 * to 35 MB, 0.7 million values in 13 MB, 2,900 files), and low enough that a hostile one ends with an error instead of a
 * dead machine.
 */
export interface LoadLimits {
  /** Bytes of all documents, after decompression. */
  readonly bytes: number;
  /** Documents that one contract may be split into. */
  readonly documents: number;
  /** Values (objects, arrays, scalars) of all documents, and of the one that they are bundled into. */
  readonly values: number;
  /** Values that YAML aliases and inlined references may repeat, beside one for each byte that was read. */
  readonly repeatedValues: number;
  /** Characters of the JSON pointers of all objects and arrays: the bundler compares a pointer for each of them. */
  readonly pointerCharacters: number;
  /** Objects and arrays inside each other. */
  readonly depth: number;
  /** Milliseconds for all of it. */
  readonly milliseconds: number;
  /** Milliseconds for one document over HTTP, redirects and body included. */
  readonly fetchMilliseconds: number;
  /** Documents that are read at the same time. */
  readonly readsAtOnce: number;
  /** Redirects that one document may take. */
  readonly redirects: number;
}

export const defaultLimits: LoadLimits = {
  bytes: 64 * 1024 * 1024,
  documents: 10_000,
  values: 5_000_000,
  repeatedValues: 10_000,
  pointerCharacters: 100_000_000,
  depth: 200,
  milliseconds: 300_000,
  fetchMilliseconds: 30_000,
  readsAtOnce: 16,
  redirects: 5,
};

/** A contract costs more than the limits allow. It ends the run: no other document is read after it. */
export class LimitFailure extends UserError {
  constructor(what: string, where: string) {
    super(3, what, {
      where,
      remedy: "No published contract is known to need this much. Check where the document comes from.",
    });
  }
}

/** What one contract has cost so far: made once for each contract that is read, and passed to all who read for it. */
export class LoadBudget {
  readonly limits: LoadLimits;
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  #bytes = 0;
  #documents = 0;
  #values = 0;
  #repeated = 0;
  #pointerCharacters = 0;
  #reading = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: LoadLimits) {
    this.limits = limits;
    this.signal = AbortSignal.timeout(limits.milliseconds);
    // Each document that is being fetched listens to it.
    setMaxListeners(0, this.signal);
  }

  /** @param where - name of the document that is about to be read, for messages. */
  spendDocument(where: string): void {
    this.#documents += 1;
    const limit = this.limits.documents;
    if (this.#documents > limit)
      throw new LimitFailure(`The contract is split into more than ${limit} documents.`, where);
  }

  /** @param bytes - read of a document, or known to follow. */
  spendBytes(bytes: number, where: string): void {
    this.#bytes += bytes;
    const limit = this.limits.bytes;
    if (this.#bytes > limit)
      throw new LimitFailure(`The contract is larger than ${limit} bytes, all documents together.`, where);
  }

  /** Bytes that may still be read. */
  get bytesLeft(): number {
    return Math.max(0, this.limits.bytes - this.#bytes);
  }

  /** @param isRepeated - whether a YAML alias stands for the value, which is written somewhere else. */
  spendValue(isRepeated: boolean, where: string): void {
    this.#values += 1;
    const limit = this.limits.values;
    if (this.#values > limit)
      throw new LimitFailure(`The contract has more than ${limit} values, all documents together.`, where);
    if (!isRepeated) return;
    this.#repeated += 1;
    if (this.#repeated > this.#mostRepeated)
      throw new LimitFailure(`YAML aliases stand for more than ${this.#mostRepeated} values.`, where);
  }

  /** @param pointerLength - characters of the JSON pointer of an object or an array. */
  spendNode(pointerLength: number, where: string): void {
    this.#pointerCharacters += pointerLength;
    const limit = this.limits.pointerCharacters;
    if (this.#pointerCharacters > limit)
      throw new LimitFailure(
        `Long names contain too many values: the JSON pointers of the contract have more than ${limit} characters.`,
        where,
      );
  }

  /** A value for each byte, so that what is repeated grows with what is written, and not with its square. */
  get #mostRepeated(): number {
    return this.limits.repeatedValues + this.#bytes;
  }

  /**
   * Requires that a bundled document is of bearable size, written out: inlined references let several places share an
   * object, and each place counts.
   *
   * @param document - without cycles of objects.
   */
  requireBearable(document: object, where: string): void {
    const sizes = new Map<object, number>();
    const total = sizeOf(document, sizes);
    let once = 0;
    for (const node of sizes.keys()) {
      once += 1;
      for (const value of Object.values(node) as unknown[]) if (!isNode(value)) once += 1;
    }
    if (total - once > this.#mostRepeated) throw this.#repeating(where);
    if (total > this.limits.values)
      throw new LimitFailure(
        `The contract has more than ${this.limits.values} values once it is one document.`,
        where,
      );
  }

  /**
   * Requires that no document is of unbearable size with what is inlined in it. Before bundling: the library compares components
   * of one name value by value, and where inlined maps lead to further ones twice each, that doubles with each of them.
   *
   * @param inlined - reference → the value that replaces it.
   */
  requireInlinable(documents: Iterable<unknown>, inlined: ReadonlyMap<object, object>, where: string): void {
    const sizes = new Map<object, number>();
    for (const document of documents) {
      if (isNode(document) && sizeOf(document, sizes, inlined) - this.#values > this.#mostRepeated)
        throw this.#repeating(where);
    }
  }

  #repeating(where: string): LimitFailure {
    return new LimitFailure(
      `References repeat more than ${this.#mostRepeated} values once the contract is one document.`,
      where,
    );
  }

  /** @param where - name of the contract, for messages. */
  requireTime(where: string): void {
    if (!this.signal.aborted) return;
    const seconds = this.limits.milliseconds / 1000;
    throw new LimitFailure(`Reading the contract takes longer than ${seconds} s.`, where);
  }

  /** Runs the reading of one document as soon as fewer than the limit are being read; first come, first served. */
  async inTurn<Value>(read: () => Promise<Value>): Promise<Value> {
    if (this.#reading < this.limits.readsAtOnce) this.#reading += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      // The slot goes straight to the next in line, so that no later caller takes it.
      if (next === undefined) this.#reading -= 1;
      else next();
    }
  }
}

const NONE: ReadonlyMap<object, object> = new Map();

/** Values of a tree in which places share objects, each place counted; every object is looked at once. */
function sizeOf(
  node: object,
  sizes: Map<object, number>,
  inlined: ReadonlyMap<object, object> = NONE,
): number {
  const known = sizes.get(node);
  if (known !== undefined) return known;
  // What leads back to itself adds nothing; it is refused elsewhere.
  sizes.set(node, 0);
  let size = 1;
  const target = inlined.get(node);
  for (const value of Object.values(node) as unknown[])
    size += isNode(value) ? sizeOf(value, sizes, inlined) : 1;
  if (target !== undefined) size += sizeOf(target, sizes, inlined);
  sizes.set(node, size);
  return size;
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
