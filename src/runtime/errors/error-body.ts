import { type ApiError, isApiError } from "./api-error.js";

/** The statuses of errors that a key includes, as texts (RFC 9110 sections 15.5 and 15.6). */
export type ErrorStatusText<
  Key,
  Digit extends number = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9,
> = Key extends number
  ? `${Key}`
  : Key extends `${infer Class extends 4 | 5}XX`
    ? `${Class}${Digit}${Digit}`
    : `${4 | 5}${Digit}${Digit}`;

/**
 * The statuses of errors that a key stands for: a code comes before its range, and both come before `default`.
 *
 * @typeParam Keys - all keys of the operation
 */
export type DescribedErrorStatus<Key, Keys> = Key extends number
  ? Key
  : Exclude<
        ErrorStatusText<Key>,
        ErrorStatusText<Exclude<Keys, Key | "default">>
      > extends infer Text
    ? Text extends `${infer Code extends number}`
      ? Code
      : never
    : never;

/**
 * An error response whose body the contract describes; `status` distinguishes them.
 *
 * @typeParam Name - the operation
 * @typeParam Bodies - the type of the JSON body by status: `404`, a range `"4XX"`, `default`; `never` where there is none
 */
export type DescribedError<Name extends string, Bodies> = {
  [Key in keyof Bodies]: [Bodies[Key]] extends [never]
    ? never
    : ApiError & {
        readonly operation: Name;
        readonly status: DescribedErrorStatus<Key, keyof Bodies>;
        readonly body: Bodies[Key];
      };
}[keyof Bodies];

/**
 * Whether something caught is an error response to an operation, with a JSON body in a media type that the contract describes
 * for its status. The members of the body are not checked, like those of a success.
 *
 * @param operation - `cabinets.list`
 */
export function hasDescribedBody(error: unknown, operation: string): boolean {
  return (
    isApiError(error) && error.operation === operation && error.isBodyDescribed
  );
}
