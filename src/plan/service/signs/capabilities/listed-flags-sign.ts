import { clausesOf, negates } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { CapabilitySource } from "../../traits/capabilities/feature-flags.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { shownMember } from "../../traits/pagination/paths.js";
import type { LostSign } from "../sign.js";
import { acceptingLines, capabilityLines, type GivenCapabilities } from "./capability-lines.js";

/** Names of a list of what is on: `enabledGroups`, `active_modules`. */
const OF_ON = /^(?:active|activated|available|enabled|permitted|supported)_\w/u;

/** Names of a list of parts of a service; each of its texts can be switched off. */
const OF_PARTS =
  /(?:^|_)(?:capabilit(?:ies|y)|features?|functions?|groups?|modules?|operations?|permissions?)$/u;

/** Groups of people, which are not parts of a service. */
const OF_PEOPLE = /(?:^|_)(?:consumer|customer|member|people|staff|user)s?_groups?$/u;

/** What a text says of parts that can be switched off. */
const SWITCHED = /\b(?:activated|enabled|(?:switched|turned)\s(?:off|on))\b/iu;

/** Characters of a text that are searched. */
const LONGEST = 400;

/**
 * Lists of texts in the response that tells limits, which say what is switched on: the client looks for flags under names such as
 * `features` alone.
 *
 * @param known - the operations that the client reads limits, flags and the version from
 */
export function listedFlagsSign(
  known: readonly CapabilitySource[],
  given: GivenCapabilities,
  reader: SchemaReader,
): LostSign | undefined {
  const [main, also] = known;
  if (main === undefined || also !== undefined) return undefined;
  const found = listBodyMembers(jsonResponse(main.model, reader)?.schema, reader).filter((member) =>
    isOfParts(member, reader),
  );
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  return {
    operation: main.model,
    trait: "features",
    shown: `its response has the list "${shownMember(only.at)}"`,
    missing: "only its name and its text tell that it has flags",
    lines: capabilityLines(given, { ...main, facts: { ...main.facts, features: only.at } }),
    meant: acceptingLines(given, known, { features: false }),
    origin: only.schema.origin,
  };
}

function isOfParts({ key, schema, text }: BodyMember, reader: SchemaReader): boolean {
  const { type } = reader.resolve(schema);
  if (type.kind !== "array" || !["enum", "string"].includes(reader.resolve(type.items).type.kind))
    return false;
  const name = words(key).join("_");
  if (!OF_PARTS.test(name) || OF_PEOPLE.test(name)) return false;
  return OF_ON.test(name) || isSwitchedOn(text.slice(0, LONGEST));
}

/** Whether something is on by its text: "Never enabled by default" does not. */
function isSwitchedOn(text: string): boolean {
  return clausesOf(text)
    .flat()
    .some((clause) => SWITCHED.test(clause) && !negates(clause));
}
