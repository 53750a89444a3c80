import type { CodecName } from "./media.js";

/**
 * Contents that a request takes, and an answer gives, without a type of their schema, and as what: their syntax is nobody's
 * here (XML), or their parts are what the platform has for them.
 */
export const untypedContents: Readonly<Record<"request" | "answer", ReadonlyMap<CodecName, string>>> = {
  request: new Map<CodecName, string>([
    ["text", "given and taken as text"],
    ["binary", "given and taken as bytes"],
    ["events", "given and taken as text"],
  ]),
  answer: new Map<CodecName, string>([
    ["text", "given and taken as text"],
    ["binary", "given and taken as bytes"],
    ["form", "given as a record of texts"],
    ["multipart", "given as `FormData`"],
    ["parts", "given as `FormData`"],
  ]),
};
