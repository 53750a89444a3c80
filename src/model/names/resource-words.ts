import { words } from "../../text/words.js";
import { listMember } from "../document/json-members.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import { sentPath } from "../operations/sent-path.js";
import type { OperationId } from "./operation-id.js";
import { isPathPrefix } from "./path-prefix.js";

/** What an operation belongs to. */
export interface ResourceWords {
  /** Its whole name, as words: `audio voices`. */
  readonly whole: readonly string[];
  /** The last noun of a tag with a namespace (`audio.voices`): `voices`; else the whole name. */
  readonly noun: readonly string[];
}

/** The resource of an operation: its first tag, else the owner in its id, else the path's first noun. */
export function resourceWords(operation: RawOperation, { owner }: OperationId): ResourceWords {
  const [tag] = listMember(operation.json, "tags");
  const parts = typeof tag === "string" ? tag.split(/[.:/>]/).map((part) => words(part)) : [];
  const noun = parts.findLast((part) => part.length > 0);
  if (noun !== undefined) return { whole: parts.flat(), noun };
  if (owner.length > 0) return { whole: owner, noun: owner };
  const segments = sentPath(operation.path)
    .split("/")
    .filter((part) => /^\p{L}/u.test(part));
  const segment = segments.find((part) => !isPathPrefix(part)) ?? segments.find((part) => !/^v\d/.test(part));
  const whole = segment === undefined ? ["root"] : words(segment);
  return { whole, noun: whole };
}
