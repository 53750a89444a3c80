import { quietly } from "../call/quietly.js";
import type {
  AttemptTrace,
  TracedRequest,
  Tracing,
  WorkTrace,
} from "./tracing.js";

/** What work tells of its requests; never throws. */
export type FollowAttempt = (request: TracedRequest) => AttemptTrace;

/**
 * Does a piece of work and lets `tracing` follow it, from here to its end.
 *
 * @param name - see {@link Tracing.begin}
 * @param work - begins at once
 */
export function followWork<Value>(
  tracing: Tracing | undefined,
  name: string,
  work: (attempt: FollowAttempt) => Promise<Value>,
): Promise<Value> {
  const trace = tracing && quietly(() => tracing.begin(name));
  if (trace === undefined) return work(() => untraced);
  const result = beginDuring(trace, () =>
    work((request) => followAttempt(trace, request)),
  );
  return result.then(
    (value) => {
      quietly(() => {
        trace.done();
      });
      return value;
    },
    (error: unknown) => {
      quietly(() => {
        trace.failed(error);
      });
      throw error;
    },
  );
}

/** Begins the work inside of its trace; a trace that fails to call it must neither prevent it nor have it done twice. */
function beginDuring<Value>(
  trace: WorkTrace,
  work: () => Promise<Value>,
): Promise<Value> {
  const begun: Promise<Value>[] = [];
  const begin = (): Promise<Value> => {
    const [result = work()] = begun;
    begun[0] = result;
    return result;
  };
  quietly(() => {
    trace.during(() => {
      // Whoever called the work learns how it ended.
      begin().catch(() => undefined);
    });
  });
  return begin();
}

function followAttempt(trace: WorkTrace, request: TracedRequest): AttemptTrace {
  const attempt = quietly(() => trace.attempt(request));
  if (attempt === undefined) return untraced;
  return {
    context: quietly(() => attempt.context),
    answered: (status) => {
      quietly(() => {
        attempt.answered(status);
      });
    },
    done: () => {
      quietly(() => {
        attempt.done();
      });
    },
    failed: (error) => {
      quietly(() => {
        attempt.failed(error);
      });
    },
  };
}

const untraced: AttemptTrace = {
  answered: () => undefined,
  done: () => undefined,
  failed: () => undefined,
};
