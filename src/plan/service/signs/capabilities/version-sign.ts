import { jsonResponse } from "../../responses.js";
import { listBodyMembers } from "../../traits/body-members.js";
import {
  hasSameForm,
  otherVersion,
  shownVersions,
  type VersionedContract,
} from "../../traits/capabilities/contract-version.js";
import { capabilitySources } from "../../traits/capabilities/feature-flags.js";
import { findVersionMember } from "../../traits/capabilities/recognise-capabilities.js";
import { shownMember } from "../../traits/pagination/paths.js";
import type { SchemaReader } from "../../schema-reader.js";
import type { LostSign, SignSource } from "../sign.js";
import { acceptingLines, capabilityLines, type GivenCapabilities } from "./capability-lines.js";

/**
 * The version of the contract in a response that the client reads, where it shows another one than the contract has: the client compares
 * none. An example of an older version of the same form is compared when a person names the member.
 */
export function versionSigns(
  sources: readonly SignSource[],
  contract: VersionedContract,
  given: GivenCapabilities,
  reader: SchemaReader,
): readonly LostSign[] {
  const known = capabilitySources(sources.map(({ operation: model, traits }) => ({ model, traits })));
  const [main, also] = known;
  const isRead = known.some(({ facts }) => facts.contractVersion !== undefined);
  const isDecided = given === false || given?.contractVersion !== undefined;
  if (main === undefined || isRead || isDecided) return [];
  const members = listBodyMembers(jsonResponse(main.model, reader)?.schema, reader);
  const member = findVersionMember(members, reader);
  if (member === undefined) return [];
  const [shown] = shownVersions([member.schema], reader);
  const version = shown ?? otherVersion([member.schema], contract, reader);
  if (version === undefined) return [];
  const isSame = hasSameForm(version, contract.version);
  const facts = { ...main.facts, contractVersion: member.at };
  return [
    {
      operation: main.model,
      trait: "capabilities",
      rule: "trait/capabilities-version",
      shown:
        shown === undefined
          ? `its response has a version in "${shownMember(member.at)}", and a text says ${JSON.stringify(version)}`
          : `its response has the version ${JSON.stringify(version)} in "${shownMember(member.at)}"`,
      missing: `\`info.version\` is ${JSON.stringify(contract.version)}, and the client compares no versions${isSame ? "" : ": state the one of the response in `info`, as `x-contract-version`, with an overlay"}`,
      lines: isSame ? capabilityLines(given, { ...main, facts }, also) : [],
      meant: acceptingLines(given, known, { contractVersion: false }),
    },
  ];
}
