import type { NormalizedProblem } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { toPointer } from "../../text/json-pointer.js";
import type { ContractResolver } from "../contract-resolver.js";
import { type Documents, followReference, hopLimit } from "../read-documents.js";
import { locateProblem } from "../structural-rules.js";

/**
 * Removes the entries of discriminators' mappings that lead to no value. They are hints (OpenAPI Specification, Discriminator Object):
 * like the name of a schema that is not among the alternatives, such an entry is a warning. Changes the parsed documents.
 *
 * @param mappings - the `mapping` objects of the contract
 * @returns a diagnostic for each entry
 */
export async function dropDanglingMappings(
  mappings: Iterable<object>,
  documents: Documents,
  resolver: ContractResolver,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const mapping of mappings)
    for (const [value, target] of Object.entries(mapping)) {
      const origin = resolver.originOf(mapping);
      if (origin === undefined || typeof target !== "string" || !isReference(target)) continue;
      if (await hasTarget(target, origin.source.absoluteRef, documents, resolver)) continue;
      const location = [{ source: origin.source, pointer: toPointer([...origin.keys, value]) }];
      const problem: NormalizedProblem = {
        message: "",
        ruleId: "struct",
        severity: "warn",
        location,
        suggest: [],
      };
      found.push(
        locateProblem(problem, (pointer) =>
          diagnostic("discriminator/unknown-target", pointer, { value, target }),
        ),
      );
      Reflect.deleteProperty(mapping, value);
    }
  return found;
}

/** Whether a value of a mapping is a reference, and not the name of a schema. */
function isReference(target: string): boolean {
  return /[#/:]|\.(?:ya?ml|json)$/iu.test(target);
}

/** Whether a reference leads to a value. One that may not be followed is left to the bundler, which says why. */
async function hasTarget(
  target: string,
  base: string,
  documents: Documents,
  resolver: ContractResolver,
): Promise<boolean> {
  const [uri = ""] = target.split("#");
  const home = documents.get(base);
  if (home === undefined) return true;
  if (uri !== "" && !documents.has(resolver.resolveExternalRef(base, uri))) {
    await resolver.resolveDocument(base, uri).catch(() => undefined);
    return !resolver.missesFile(base, uri);
  }
  const end = followReference({ $ref: target }, home, documents, resolver, { hops: hopLimit });
  return end === "loop" || end.node !== undefined;
}
