import type { Caller } from "../access/caller.js";
import type { ContractOperation } from "../contract/contract-operation.js";
import type { Mishaps } from "../operations/mishaps.js";
import type { Parameters } from "../contract/request-validator.js";

/** One request to a resource endpoint that follows the contract and that its token, scope and features allow. */
export interface Call {
  readonly operation: ContractOperation;
  readonly caller: Caller;
  readonly parameters: Parameters;
  /** The JSON body, which follows its schema; undefined for a GET. */
  readonly body: unknown;
  /** Epoch milliseconds of the sandbox's clock, the same for the whole request; whatever lasts is counted from it. */
  readonly now: number;
  /** What the service takes for the time of day, in epoch milliseconds; timestamps say this. */
  readonly wallTime: number;
  /** What is to befall the effect of the request. */
  readonly mishaps: Mishaps;
}

/** A path, query or header parameter that the contract requires, so that validation has made sure of it. */
export function requireParameter(call: Call, name: string): string {
  const value = call.parameters[name];
  if (typeof value !== "string") throw new Error(`The contract does not require ${name}`);
  return value;
}

/** A parameter that is a string or absent. */
export function textParameter(call: Call, name: string): string | undefined {
  const value = call.parameters[name];
  return typeof value === "string" ? value : undefined;
}

/** An integer parameter that has a default in the contract. */
export function integerParameter(call: Call, name: string): number {
  const value = call.parameters[name];
  if (typeof value !== "number") throw new Error(`The contract gives no default for ${name}`);
  return value;
}
