import type { ApiResponse, Call } from "./call.js";

/**
 * Makes a {@link Call} of an answer that is on its way.
 *
 * A rejection is reported as unhandled exactly when the caller used neither form: the value hangs on the answer, so the
 * answer is always handled, and asking for the answer takes over the value's rejection.
 */
export function toCall<Value, Response extends ApiResponse<Value>>(
  answer: Promise<Response & ApiResponse<Value>>,
): Call<Value, Response> {
  const value = answer.then((response) => response.value);
  return Object.assign(value, {
    withResponse: (): Promise<Response> => {
      value.catch(() => undefined);
      return answer;
    },
  });
}
