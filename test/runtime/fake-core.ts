import type { ExecuteOptions, Input } from "../../src/runtime/call/call-options.js";
import type { ApiResponse } from "../../src/runtime/call/call.js";
import type { ClientEvents } from "../../src/runtime/tracing/events.js";
import type { Core } from "../../src/runtime/call/core.js";
import type { Limits } from "../../src/runtime/call/limits.js";
import type { OperationDescriptor } from "../../src/runtime/descriptors/operation-descriptor.js";
import { createStriker } from "../../src/runtime/secrets/striker.js";
import { VirtualClock } from "./virtual-clock.js";

/** One logical call as a feature made it. */
export interface MadeCall {
  readonly name: string;
  readonly input: Input;
  readonly options: ExecuteOptions;
}

/** What a fake core answers one call with: a value, or a value with headers and status. Throw for an error. */
export type FakeAnswer = (call: MadeCall, index: number) => Promise<FakeResponse> | FakeResponse;

export interface FakeResponse {
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** A core that sends nothing: what it was called with is in `calls`, what it was told in `events`. */
export interface FakeCore extends Core {
  readonly clock: VirtualClock;
  readonly calls: MadeCall[];
  readonly events: { [Name in keyof ClientEvents]: [Name, ClientEvents[Name]] }[keyof ClientEvents][];
}

export function fakeCore(
  answer: FakeAnswer,
  { clock = new VirtualClock(), limits }: { clock?: VirtualClock; limits?: Limits } = {},
): FakeCore {
  const calls: MadeCall[] = [];
  const events: FakeCore["events"] = [];
  return {
    clock,
    calls,
    events,
    defaultDeadline: 60_000,
    striker: createStriker(),
    maxPartBytes: 1024 * 1024,
    ...(limits !== undefined && { limits }),
    report: (name, build) => events.push([name, build()] as FakeCore["events"][number]),
    // What is prepared carries nothing: a fake core answers by the input that it is called with.
    prepare: (_, input) => ({
      url: "https://api.example/v1/exports",
      headers: new Headers(),
      given: [[{ name: "input", in: "query" }, input]],
      identifiers: [],
      server: "https://api.example/v1",
    }),
    check: () => undefined,
    execute: async (descriptor: OperationDescriptor, input: Input, options: ExecuteOptions = {}) => {
      const call: MadeCall = { name: descriptor.name, input, options };
      calls.push(call);
      const { value, headers = {}, status = 200 } = await answer(call, calls.length - 1);
      const response: ApiResponse<unknown> = {
        value,
        status,
        headers: new Headers(headers),
        attempts: 1,
        waited: 0,
      };
      return response;
    },
  };
}
