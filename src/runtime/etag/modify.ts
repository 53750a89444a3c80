import type {
  CallOptions,
  ExecuteOptions,
  Input,
  KeyedOptions,
} from "../call/call-options.js";
import { type ApiResponse, type Call, toCall } from "../call/call.js";
import type { Core } from "../call/core.js";
import type { OperationDescriptor } from "../descriptors/operation-descriptor.js";
import { ArgumentError, quoted } from "../errors/argument-error.js";
import { callOf, type UnexpectedResponseError } from "../errors/call-errors.js";
import { isStaleETagError, UnreadChangeError } from "../errors/etag-errors.js";
import {
  isIdempotencyConflictError,
  isOutcomeUnknownError,
  retryAdvice,
} from "../errors/idempotency-errors.js";
import type { Versioned } from "../http/strong-etag.js";
import { unexpectedResponse } from "../response/unexpected-response.js";
import { inputMembers } from "../values/input-members.js";
import type { MemberPath } from "../values/member-at.js";
import { snapshot } from "../values/snapshot.js";
import type { WaitContext } from "../waiting/clock.js";
import { waitContext } from "../waiting/wait-for.js";
import { withValidator } from "./versioned.js";
import { isObject } from "../values/is-object.js";

/** A read and the change that its validator protects. */
export interface ModifyDescriptor {
  readonly read: OperationDescriptor;
  readonly change: OperationDescriptor;
  /**
   * Members of the read's input that the change takes under the same name and that stay the same in every round
   * (identifiers, context). Default: the read's path parameters.
   */
  readonly contextFields?: readonly string[];
  /** Members that the change takes at another path or under another name: path in the read's input, path in the change. */
  readonly contextPaths?: readonly (readonly [MemberPath, MemberPath])[];
  /** Joins a change with its context. Default: by `contextFields` alone. */
  readonly join?: typeof joinContext;
  /**
   * Whether the resource is read again after a response to the change: it does not give what the read gives, and its
   * validator. Absent: it always does.
   */
  readonly reread?: (changed: ApiResponse<unknown>) => boolean;
}

declare const contextBrand: unique symbol;

/** Of a member that stays as the read has it: nothing has this type, so that giving one does not compile. */
export interface ContextFields {
  readonly [contextBrand]: never;
}

/** A change without the members that stay as the read has them; a path (`context/tenantId`) names a member of a member. */
export type Rebuilt<Change, ContextKeys extends string> = Omit<
  Change,
  ContextKeys extends `${infer Name}/${string}` ? Name : ContextKeys
> & {
  readonly [
    Name in Exclude<ContextKeys, `${string}/${string}`>
  ]?: ContextFields;
} & {
  readonly [
    Name in keyof Change as Name &
      (ContextKeys extends `${infer Outer}/${string}` ? Outer : never)
  ]: Change[Name] extends infer Member
    ? Member extends object
      ? Rebuilt<
          Member,
          ContextKeys extends `${Name & string}/${infer Inner}` ? Inner : never
        >
      : Member
    : never;
};

/** Builds a change from what was just read; undefined when nothing is left to change. */
export type Rebuild<Value, Change> = (
  now: Value,
) => Change | undefined | Promise<Change | undefined>;

/** Options of a modification; signal and deadline span all of its rounds. */
export interface ModifyOptions extends CallOptions {
  /** The most rounds of reading and changing, the first included. Default 3. */
  readonly modifyAttempts?: number;
}

/**
 * Reads a resource, has the change built from it and makes the change under its validator; when the resource has
 * changed meanwhile (412), it is reread and the change rebuilt, a bounded number of times.
 *
 * Raises `StaleETagError` when the last round was overtaken too. A lost response is not tried again: it raises
 * `OutcomeUnknownError`, because the next read may already show the change. `UnreadChangeError`: the change was made,
 * and only what came of it could not be read.
 *
 * @param rebuild - gives the change for what was just read; undefined when nothing is left to change
 */
export function modify<Value, Of extends string, Change extends object>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, Change>,
  options: ModifyOptions = {},
): Call<Versioned<Value, Of>> {
  return toCall(
    runModifyAttempts<Value, Of, Versioned<Value, Of>>(
      core,
      descriptor,
      input,
      rebuild,
      options,
      async (members, shared, { deadlineAt }, finish) =>
        finish(
          await core.execute(descriptor.change, members, {
            ...shared,
            deadlineAt,
          }),
        ),
      (now) => now,
    ),
  );
}

/** What a change gives once it is made: the new state, with its validator. */
type FinishChange<Value, Of extends string> = (
  changed: ApiResponse<unknown>,
) => Promise<ApiResponse<Versioned<Value, Of>>>;

/** Sends the change of one round under the validator that was just read. */
type SendChange<Value, Of extends string, Result> = (
  members: object,
  options: CallOptions & Pick<ExecuteOptions, "ifMatch">,
  context: WaitContext,
  finish: FinishChange<Value, Of>,
) => Promise<ApiResponse<Result>>;

/**
 * The rounds of `modify`: read, rebuild, change, and again after 412. One deadline spans them all.
 *
 * @param unchanged - what there is to give when nothing is left to change
 * @param once - key or intent that `sendChange` adds; checked here, before the first read
 * @param beforeRead - checks what else can be known of the change before the first read
 */
export async function runModifyAttempts<Value, Of extends string, Result>(
  core: Core,
  descriptor: ModifyDescriptor,
  input: Input,
  rebuild: Rebuild<Value, object>,
  options: ModifyOptions,
  sendChange: SendChange<Value, Of, Result>,
  unchanged: (now: Versioned<Value, Of>) => Result,
  once: KeyedOptions = {},
  beforeRead?: (context: WaitContext) => Promise<void>,
): Promise<ApiResponse<Result>> {
  const { modifyAttempts = 3, ...shared } = options;
  const members = snapshot(inputMembers(descriptor.read, input));
  if (!Number.isInteger(modifyAttempts) || modifyAttempts < 1) {
    throw new ArgumentError({
      call: callOf(descriptor.change),
      happened: `\`modifyAttempts\` must be an integer ≥ 1 (got ${quoted(modifyAttempts)}).`,
    });
  }
  if (typeof rebuild !== "function")
    throw notAChange(
      descriptor,
      "The second argument must be a function that builds the change.",
    );
  // A change that cannot be sent is not begun with a read.
  core.check(descriptor.change, { ...shared, ...once });
  const context = waitContext(core, options);
  await beforeRead?.(context);
  const read = async (): Promise<ApiResponse<Versioned<Value, Of>>> =>
    withValidator<Value, Of>(
      descriptor.read,
      await core.execute(descriptor.read, members, {
        ...shared,
        deadlineAt: context.deadlineAt,
      }),
    );
  const finish: FinishChange<Value, Of> = async (changed) => {
    if (changed.status === 202) throw notMadeYet(descriptor, changed);
    return descriptor.reread?.(changed)
      ? readChange(read, descriptor)
      : withValidator<Value, Of>(descriptor.change, changed);
  };
  for (let attempt = 1; ; attempt += 1) {
    const now = await read();
    const change = await rebuild(now.value.value);
    if (change === undefined) return { ...now, value: unchanged(now.value) };
    if (!isObject(change))
      throw notAChange(
        descriptor,
        "The function must return an object with the change, or undefined.",
      );
    const { join = joinContext } = descriptor;
    const whole = join(descriptor, members, change);
    try {
      const ifMatch = now.value.etag;
      return await sendChange(whole, { ...shared, ifMatch }, context, finish);
    } catch (error) {
      if (!isStaleETagError(error) || attempt >= modifyAttempts)
        throw adviseReading(error, once);
    }
  }
}

/**
 * The same error, with what helps here: the next call builds its change from what it reads then, so that an earlier key or
 * intent may not fit it.
 */
function adviseReading(error: unknown, { intent }: KeyedOptions): unknown {
  const remedy =
    intent === undefined
      ? retryAdvice({})
      : "Read the resource to see whether the change was made, then say what you found with `resolveIntent`.";
  return isOutcomeUnknownError(error) ||
    // Nothing was sent: the intent is that of an earlier change.
    (isIdempotencyConflictError(error) && intent && error.attempts === 0)
    ? error.about(undefined, { remedy })
    : error;
}

function notAChange(
  { change }: ModifyDescriptor,
  happened: string,
): ArgumentError {
  return new ArgumentError({ call: callOf(change), happened });
}

/** RFC 9110 section 15.3.3: what is there to read is the old state, which must not pass for the new one. */
function notMadeYet(
  { change }: ModifyDescriptor,
  response: ApiResponse<unknown>,
): UnexpectedResponseError {
  return unexpectedResponse(
    change,
    response,
    "The server accepted the change (202) and may not have made it yet.",
    "Do not send it again; read the resource later. `allHeaders` can name where to ask (`location`).",
  );
}

/** The change is made, whatever becomes of this read: an error of it must not pass for one of the change. */
async function readChange<Value>(
  read: () => Promise<ApiResponse<Value>>,
  { change }: ModifyDescriptor,
): Promise<ApiResponse<Value>> {
  try {
    return await read();
  } catch (cause) {
    throw new UnreadChangeError({ call: callOf(change), cause });
  }
}

/**
 * A change with what it takes over from the input of its read: the resource and its context, the same in every round.
 *
 * @throws ArgumentError when the change repeats one of them
 */
export function joinContext(
  descriptor: ModifyDescriptor,
  input: Readonly<Record<string, unknown>>,
  change: object,
): object {
  const keys = contextKeys(descriptor);
  const given = (members: object): [string, unknown][] =>
    Object.entries(members).filter(
      ([name, value]) => keys.includes(name) && value !== undefined,
    );
  refuseRepeated(
    descriptor,
    given(change).map(([name]) => name),
  );
  const context = Object.fromEntries(given(input));
  // A member that is there without a value does not take the context away.
  return { ...context, ...change, ...context };
}

/**
 * What was read is what is changed: the resource and its context are given once, for every round.
 *
 * @throws ArgumentError when the change repeats one of them
 */
export function refuseRepeated(
  { change }: ModifyDescriptor,
  repeated: readonly string[],
): void {
  if (repeated.length === 0) return;
  throw new ArgumentError({
    call: callOf(change),
    happened: `The change repeats members that the read takes: ${repeated.join(", ")}.`,
    remedy:
      "Give them in the first argument only; they hold for every attempt.",
  });
}

function contextKeys({
  read,
  contextFields,
}: ModifyDescriptor): readonly string[] {
  const inPath = (read.parameters ?? []).filter(
    (parameter) => parameter.in === "path",
  );
  return contextFields ?? inPath.map(({ key, name }) => key ?? name);
}
