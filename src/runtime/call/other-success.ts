/**
 * Every status of success (RFC 9110 section 15.3) but those that the contract names: a server may send one of them, and a
 * client treats it as the class that it is of.
 */
export type OtherSuccess<Named extends number = never> =
  `2${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` extends infer Text
    ? Text extends `${infer Code extends number}`
      ? Exclude<Code, Named>
      : never
    : never;
