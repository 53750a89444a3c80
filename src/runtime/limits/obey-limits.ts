import type { CallOptions } from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import { checkFunctions, checkNames } from "../call/check-options.js";
import { type ClientConnection, type Core, coreOf } from "../call/core.js";
import type { Limits, OperationSlot, PacedOperation } from "../call/limits.js";
import { isTokenExchangeError } from "../errors/authorization-errors.js";
import {
  FeatureDisabledError,
  RequestTooLargeError,
} from "../errors/limit-errors.js";
import type { RejectedAttempt } from "../retry/next-step.js";
import type { WaitContext } from "../waiting/clock.js";
import { SharedWork } from "../waiting/shared-work.js";
import { waitContext } from "../waiting/wait-for.js";
import {
  type CapabilitiesDescriptor,
  isSameVersion,
  laneOf,
  readCapabilities,
  type ServerCapabilities,
  sharing,
} from "./capabilities.js";
import { OperationSlots } from "./operation-slots.js";
import { memoryPacingStore, Pacer, type PacingStore } from "./pacer.js";

/** What a client whose contract states limits takes in addition. */
export interface LimitOptions {
  /** Where pacing is counted. Default: in memory; give a shared one to a fleet that uses one access key. */
  readonly pacing?: PacingStore;
}

/** Milliseconds before capabilities that could not be read, or that switch an operation off, are asked for again. */
const patience = 30_000;

/** The most milliseconds that a call waits for the limits that it only wants to keep to. */
const longestReading = 10_000;

/** An uncounted slot: the server states no number of background operations. */
const uncounted: OperationSlot = {
  holdFor: () => undefined,
  keepFor: () => undefined,
  release: () => undefined,
};

/**
 * Plugs into `CoreSetup.limits`: reads what the server allows at first use, and obeys it.
 *
 * @throws ArgumentError when `pacing` is not a store
 */
export function obeyLimits(
  descriptor: CapabilitiesDescriptor,
  options: LimitOptions = {},
): (core: Core) => Limits {
  if (options.pacing !== undefined)
    checkFunctions(
      options.pacing,
      ["keepSlot", "leaveSlot", "takeSlot", "takeTurn"],
      "pacing",
    );
  return (core) =>
    new ServerLimits(
      core,
      descriptor,
      options.pacing ?? memoryPacingStore(core.clock),
    );
}

/** What was read, and when. */
interface Reading {
  readonly capabilities: ServerCapabilities;
  readonly response: ApiResponse<unknown>;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
}

const noCapabilities: ServerCapabilities = { features: {} };

class ServerLimits implements Limits {
  readonly shared: LimitOptions;
  readonly #core: Core;
  readonly #descriptor: CapabilitiesDescriptor;
  readonly #pacer: Pacer;
  readonly #slots: OperationSlots;
  readonly #reading: SharedWork<Reading>;
  #known: Reading | undefined;
  /** Milliseconds on the monotonic clock from which the limits are read again. */
  #refreshAt = Infinity;
  #quietUntil = -Infinity;
  /** Milliseconds on the monotonic clock from which a 403 has the limits read again. */
  #explainAt = -Infinity;
  #uncountedReadings = 0;
  #reportedVersion: string | undefined;

  constructor(
    core: Core,
    descriptor: CapabilitiesDescriptor,
    store: PacingStore,
  ) {
    this.shared = { pacing: store };
    this.#core = core;
    this.#descriptor = descriptor;
    this.#pacer = new Pacer(core.clock, store);
    this.#slots = new OperationSlots(core.clock, store);
    this.#reading = new SharedWork(core.clock, async ({ signal }) => {
      // Its own time: it ends earlier when the last waiter leaves.
      const deadlineAt = core.clock.monotonic() + core.defaultDeadline;
      const own = { signal, deadlineAt };
      const { operation, also } = descriptor;
      const response = await core.execute(operation, undefined, own);
      const { value } = response;
      const reading = this.#learn(
        response,
        also
          ? [value, (await core.execute(also, undefined, own)).value]
          : value,
      );
      await this.#countReading(reading.capabilities.readsPerMinute, own);
      return reading;
    });
  }

  checkKnown(operation: PacedOperation, bytes: number | undefined): void {
    const known = this.#fresh();
    if (known === undefined) return;
    checkSize(known, bytes);
    const off = this.#switchedOff(operation, known);
    if (off !== undefined && this.#age() < patience) throw off;
  }

  async check(
    operation: PacedOperation,
    bytes: number | undefined,
    context: WaitContext,
  ): Promise<void> {
    const known = await this.#atHand(context, operation);
    checkSize(known, bytes);
    await this.#checkFeatures(operation, known, context);
  }

  async retention(context: WaitContext): Promise<number | undefined> {
    return (await this.#atHand(context)).retention;
  }

  async pace(operation: PacedOperation, context: WaitContext): Promise<void> {
    const capabilities = await this.#atHand(context, operation);
    await this.#checkFeatures(operation, capabilities, context);
    const lane = laneOf(operation, this.#descriptor);
    const perMinute = capabilities[`${lane}PerMinute`];
    await this.#pacer.take(lane, perMinute, context);
    if (this.#readsLimits(operation) && perMinute === undefined)
      this.#uncountedReadings += 1;
  }

  /** Requests for the limits that were sent before a rate was known count as soon as it is: the server counts them. */
  async #countReading(
    perMinute: number | undefined,
    context: WaitContext,
  ): Promise<void> {
    let count = this.#uncountedReadings;
    this.#uncountedReadings = 0;
    while (perMinute !== undefined && count-- > 0)
      await this.#pacer.count("reads", perMinute, context);
  }

  async refused(
    operation: PacedOperation,
    failure: RejectedAttempt,
    context: WaitContext,
  ): Promise<void> {
    const { status, meaning, retryAfter = 0 } = failure;
    if (status === 429) {
      this.#pacer.hold(laneOf(operation, this.#descriptor), retryAfter);
      // Paced as the limits say and still refused: they may have been lowered. They are read when the pause is over.
      this.#refreshIn(retryAfter, operation);
    }
    const isDenied = status === 403 || meaning === "feature-disabled";
    const now = this.#core.clock.monotonic();
    if (!isDenied || now < this.#explainAt || !this.#needs(operation)) return;
    this.#explainAt = now + patience;
    this.#refreshIn(0, operation);
    const known = await this.#atHand(context, operation);
    if (this.#switchedOff(operation, known))
      failure.meaning = "feature-disabled";
  }

  /** The first call after so many milliseconds reads the limits again. */
  #refreshIn(wait: number, operation: PacedOperation): void {
    if (this.#readsLimits(operation)) return;
    this.#refreshAt = Math.min(
      this.#refreshAt,
      this.#core.clock.monotonic() + wait,
    );
  }

  async claimSlot(
    context: WaitContext,
    names: readonly string[] = [],
  ): Promise<OperationSlot> {
    const { concurrentOperations } = await this.#atHand(context);
    return concurrentOperations === undefined
      ? uncounted
      : this.#slots.claim(concurrentOperations, context, names);
  }

  operationSeen(operationId: string, ended: boolean): void {
    this.#slots.seen(operationId, ended);
  }

  async capabilities(context: WaitContext): Promise<ApiResponse<unknown>> {
    return (await this.#reading.join(context)).response;
  }

  /** Whether it is an operation that the limits are read by. */
  #readsLimits({ name }: PacedOperation): boolean {
    const { operation, also } = this.#descriptor;
    return name === operation.name || name === also?.name;
  }

  /** What was read last, however long ago. */
  #otherwise(): ServerCapabilities {
    return this.#known?.capabilities ?? noCapabilities;
  }

  /** What is known and need not be read again. */
  #fresh(): ServerCapabilities | undefined {
    return this.#core.clock.monotonic() < this.#refreshAt
      ? this.#known?.capabilities
      : undefined;
  }

  /**
   * What is known, read at first use and again after a refusal. An operation cannot wait for that, and keeps to what was read
   * last, where it reads the limits, or where it needs none of the credentials that they are read with: the function that
   * gives those may call it.
   */
  async #atHand(
    context: WaitContext,
    operation?: PacedOperation,
  ): Promise<ServerCapabilities> {
    const need = operation ? sharing(operation, this.#descriptor) : "all";
    const isBefore =
      need === "none" || (operation && this.#readsLimits(operation));
    return isBefore
      ? this.#otherwise()
      : (this.#fresh() ?? this.#refreshed(context, need === "all"));
  }

  /** Milliseconds since the limits were read. */
  #age(): number {
    return this.#core.clock.monotonic() - (this.#known?.at ?? 0);
  }

  /** Features that an operation needs. */
  #needs({ name }: PacedOperation): readonly string[] | undefined {
    return this.#descriptor.gates?.[name];
  }

  /** The error for features that an operation needs and the server has switched off; undefined: none is off. */
  #switchedOff(
    operation: PacedOperation,
    { features }: ServerCapabilities,
  ): FeatureDisabledError | undefined {
    const off = this.#needs(operation)
      ?.filter((one) => features[one] === false)
      .join(", ");
    if (!off) return undefined;
    return new FeatureDisabledError({
      happened: `The server has switched this off: ${off}.`,
    });
  }

  /**
   * For calls that only want to keep to the limits: when those cannot be read, the server's 429 has the last word. The
   * reading gets a part of the call's time, so that one that hangs leaves enough for the call itself.
   *
   * @param isShared - the call needs the credential that they are read with: where it cannot be had, the call ends
   */
  async #refreshed(
    context: WaitContext,
    isShared = false,
  ): Promise<ServerCapabilities> {
    const { clock } = this.#core;
    const now = clock.monotonic();
    const otherwise = this.#otherwise();
    if (now < this.#quietUntil) return otherwise;
    const share = Math.min(longestReading, (context.deadlineAt - now) / 2);
    try {
      const { signal } = context;
      const read = { signal, deadlineAt: now + share };
      return (await this.#reading.join(read)).capabilities;
    } catch (error) {
      // Asked again, the token endpoint would refuse again.
      if (isShared && isTokenExchangeError(error))
        throw error.during(undefined, 0, 0);
      const over = clock.monotonic() >= context.deadlineAt;
      if (context.signal.aborted && !over) throw error;
      this.#quietUntil = clock.monotonic() + patience;
      if (over) throw error;
      return otherwise;
    }
  }

  #learn(response: ApiResponse<unknown>, body: unknown): Reading {
    const capabilities = readCapabilities(this.#descriptor, body);
    const reading: Reading = {
      capabilities,
      response,
      at: this.#core.clock.monotonic(),
    };
    this.#known = reading;
    this.#refreshAt = Infinity;
    this.#quietUntil = -Infinity;
    const { contractVersion: expected } = this.#descriptor;
    const { contractVersion: actual } = capabilities;
    if (
      expected !== undefined &&
      actual !== undefined &&
      !isSameVersion(expected, actual)
    ) {
      if (actual !== this.#reportedVersion)
        this.#core.report("contract", () => ({ expected, actual }));
      this.#reportedVersion = actual;
    }
    return reading;
  }

  /** A feature that is off is asked for again before a call fails for it, unless that was just done. */
  async #checkFeatures(
    operation: PacedOperation,
    known: ServerCapabilities,
    context: WaitContext,
  ): Promise<void> {
    let off = this.#switchedOff(operation, known);
    if (off !== undefined && this.#age() >= patience)
      off = this.#switchedOff(operation, await this.#refreshed(context));
    if (off !== undefined) throw off;
  }
}

function checkSize(
  { maxBodyBytes: maxBytes = Infinity }: ServerCapabilities,
  bytes = 0,
): void {
  if (bytes > maxBytes) throw new RequestTooLargeError({ bytes, maxBytes });
}

/**
 * Asks the server what it allows, now and not at first use: proves credentials and connection, and gives what the contract's own
 * call for it gives.
 *
 * @returns rejects with ArgumentError for an option that it does not take; with whatever a call throws
 */
export function connectLimits<Value>(
  connection: ClientConnection,
  options: Pick<CallOptions, "signal" | "deadline"> = {},
): Call<Value> {
  const connect = async (): Promise<ApiResponse<Value>> => {
    const core = coreOf(connection);
    checkNames(options, ["signal", "deadline"], "`connect`");
    const context = waitContext(core, options);
    // Generated code calls it where the contract has somewhere to ask.
    const read = await core.limits?.capabilities(context);
    if (read !== undefined) core.identify?.(read);
    return read as ApiResponse<Value>;
  };
  return toCall(connect());
}
