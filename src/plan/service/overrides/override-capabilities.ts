import type { CapabilitiesOverride } from "../../../config/client-overrides.js";
import { needsCaller } from "../only-value.js";
import { jsonResponse, operationKey } from "../responses.js";
import type { CapabilityFacts } from "../traits/trait.js";
import { accept, type Claim } from "./claim.js";
import { findMember, type Kind } from "./find-member.js";

/** What the client obeys of a response, by a claim. */
export function overrideCapabilities(
  given: Omit<CapabilitiesOverride, "also">,
  claim: Claim,
): CapabilityFacts | undefined {
  const { operation, reader, refuse } = claim;
  const media = jsonResponse(operation, reader);
  const input = operation.parameters.find((one) => needsCaller(one, reader));
  if (operation.method !== "GET" || media === undefined) {
    refuse(["operation"], `${operationKey(operation)} is not a GET with a JSON response.`);
    return undefined;
  }
  if (input !== undefined) {
    refuse(
      ["operation"],
      `${operationKey(operation)} requires ${JSON.stringify(input.name)}: a client has no value for it.`,
    );
    return undefined;
  }
  const body = media.schema === undefined ? [] : [media.schema];
  const pathOf = (path: string | undefined, kinds: readonly Kind[], ...keys: readonly string[]) =>
    path === undefined
      ? undefined
      : accept(findMember(body, path, kinds, "The response", reader), claim, ...keys)?.path;
  const limits = Object.entries(given.limits ?? {}).flatMap(([name, path]) => {
    const found = pathOf(path === false ? undefined : path, ["number"], "limits", name);
    return found === undefined ? [] : [[name, found] as const];
  });
  const features = given.features === "" ? "" : pathOf(given.features, ["object", "list"], "features");
  const contractVersion = pathOf(given.contractVersion, ["text"], "contractVersion");
  return {
    limits: Object.fromEntries(limits),
    ...(features !== undefined && { features }),
    ...(contractVersion !== undefined && { contractVersion }),
  };
}
