import type { Mishaps } from "../operations/mishaps.js";
import type { PlannedAmbiguity, PlannedFailure } from "../operations/mishaps.js";
import type { Clock } from "../clock.js";
import type { Pauses } from "../pauses.js";
import type { SandboxResponse } from "../server/sandbox-response.js";
import { bearerToken, type Incoming } from "../server/incoming.js";
import type { Interference } from "../server/interceptor.js";
import type { TokenIssuer } from "../token/token-issuer.js";
import type { WallClock } from "../wall-clock.js";
import type { ResponseJudge } from "./response-judge.js";
import { changeResponse } from "./change-response.js";
import type { Fault, FaultKind, FaultStage } from "./fault.js";
import { buildInterference, isFinal, stageOf, type FinalContext } from "./final-fault.js";
import type { InjectedFault } from "./injected-fault.js";

/** A rule that strikes a request. */
export interface Strike {
  /** The name of the rule. */
  readonly rule: string;
  readonly fault: Fault;
  /** Which of the requests that match the rule this is, counted from 1. */
  readonly occurrence: number;
  /** Takes the strike back: there was nothing to strike. */
  readonly release: () => void;
}

/** What faults need of the sandbox. */
export interface FaultContext extends FinalContext {
  /** For the record. */
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly pauses: Pauses;
  readonly tokens: Pick<TokenIssuer, "refuse">;
  readonly judge: ResponseJudge;
}

/** One request and the faults that it meets. Of those that settle how the response goes out only the first counts. */
export class Encounter implements Mishaps {
  readonly #operationId: string;
  readonly #incoming: Incoming;
  readonly #strikes: readonly Strike[];
  readonly #context: FaultContext;
  readonly #record: (fault: InjectedFault) => void;
  readonly #pending: Set<Strike>;
  readonly #struck: string[] = [];

  /**
   * @param strikes in the order of their rules
   * @param record receives each fault when it is injected
   */
  constructor(
    operationId: string,
    incoming: Incoming,
    strikes: readonly Strike[],
    context: FaultContext,
    record: (fault: InjectedFault) => void,
  ) {
    this.#operationId = operationId;
    this.#incoming = incoming;
    this.#strikes = strikes;
    this.#context = context;
    this.#record = record;
    this.#pending = new Set(strikes);
  }

  /** Strikes before the effect. @returns what comes in the response's place */
  async before(): Promise<Interference | undefined> {
    for (const strike of this.#strikes) {
      await this.#delay(strike, "before");
      await this.#prepare(strike);
    }
    return this.#end("before", undefined);
  }

  takeAmbiguity(): PlannedAmbiguity | undefined {
    const fault = this.#take("ambiguousOutcome");
    return fault && { applied: fault.effect === "done" };
  }

  takeFailure(): PlannedFailure | undefined {
    const fault = this.#take("failOperation");
    if (fault === undefined) return undefined;
    const { code, message = "It failed as planned.", retryable = false, effect } = fault;
    return { code, message, retryable, applied: effect === "done" };
  }

  /** Strikes after the effect. @returns what comes in the response's place */
  async after(response: SandboxResponse): Promise<Interference | undefined> {
    let current = response;
    for (const strike of this.#strikes) {
      await this.#delay(strike, "after");
      const { judge } = this.#context;
      const changed = changeResponse(strike.fault, current, this.#incoming, this.#operationId, judge);
      if (changed === undefined) continue;
      this.#land(strike);
      current = changed;
    }
    const ending = this.#end("after", current);
    return ending ?? (current === response ? undefined : { kind: "response", response: current });
  }

  /** To be called when the request is settled. @returns the names of the rules that struck, in order */
  close(): readonly string[] {
    for (const strike of this.#pending) strike.release();
    this.#pending.clear();
    return this.#struck;
  }

  #land(strike: Strike): void {
    const { rule, fault, occurrence } = strike;
    this.#pending.delete(strike);
    this.#struck.push(rule);
    const { traceId } = this.#incoming;
    const time = this.#context.clock.now();
    this.#record({ time, rule, kind: fault.kind, operationId: this.#operationId, occurrence, traceId });
  }

  async #delay(strike: Strike, stage: FaultStage): Promise<void> {
    const { fault } = strike;
    if (fault.kind !== "delay" || (fault.when ?? "before") !== stage) return;
    this.#land(strike);
    await this.#context.pauses.pause(fault.milliseconds);
  }

  async #prepare(strike: Strike): Promise<void> {
    const { fault } = strike;
    const { tokens, wallClock } = this.#context;
    if (fault.kind === "clockJump") {
      this.#land(strike);
      wallClock.jump(fault.milliseconds);
    }
    if (fault.kind !== "refuseToken") return;
    const token = bearerToken(this.#incoming);
    if (token !== undefined && (await tokens.refuse(token, fault.as ?? "expired"))) this.#land(strike);
  }

  /** The first fault of a kind that has not struck yet; it strikes now. */
  #take<Kind extends FaultKind>(kind: Kind): Extract<Fault, { kind: Kind }> | undefined {
    const isWanted = (fault: Fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind;
    for (const strike of this.#pending) {
      if (!isWanted(strike.fault)) continue;
      this.#land(strike);
      return strike.fault;
    }
    return undefined;
  }

  #end(stage: FaultStage, response: SandboxResponse | undefined): Interference | undefined {
    const final = this.#strikes.find(({ fault }) => isFinal(fault));
    if (final === undefined || !isFinal(final.fault) || stageOf(final.fault) !== stage) return undefined;
    this.#land(final);
    return buildInterference(final.fault, this.#incoming.traceId, response, this.#context);
  }
}
