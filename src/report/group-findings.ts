import type { Finding } from "../diff/finding.js";
import { operationPosition } from "../openapi/operations.js";
import { pointerKeys } from "../text/json-pointer.js";

/** Findings about one thing of a contract: an operation, a component, the document. */
export interface FindingGroup {
  /** Kind and name: `schema`, `Pet`; `operation`, `GET /pets`. Name as the contract has it. */
  readonly kind: string;
  readonly name: string;
  /** The heaviest first. */
  readonly findings: readonly Finding[];
}

/** Sorted findings by what changed, not by the operations that they reach; the group with the heaviest finding comes first. */
export function groupFindings(sorted: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, { kind: string; name: string; findings: Finding[] }>();
  for (const finding of sorted) {
    const [kind, name] = subjectOf((finding.new ?? finding.old)?.pointer ?? "#");
    const key = `${kind} ${name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind, name, findings: [finding] });
    else group.findings.push(finding);
  }
  return [...groups.values()];
}

const COMPONENTS: ReadonlyMap<string, string> = new Map([
  ["schemas", "schema"],
  ["parameters", "parameter"],
  ["responses", "response"],
  ["requestBodies", "request body"],
  ["headers", "header"],
  ["securitySchemes", "security scheme"],
  ["pathItems", "path"],
  ["callbacks", "callback"],
  ["examples", "example"],
  ["links", "link"],
]);

/** What a pointer of a contract is about. */
function subjectOf(pointer: string): readonly [kind: string, name: string] {
  const keys = pointerKeys(pointer);
  const [top = "", first, second] = keys;
  if (top === "components" && first !== undefined && second !== undefined) {
    return [COMPONENTS.get(first) ?? first, second];
  }
  if (top === "paths" && first !== undefined) {
    const position = operationPosition(keys);
    return position === undefined ? ["path", first] : ["operation", `${position.method} ${position.path}`];
  }
  if (top === "webhooks" && first !== undefined) return ["webhook", first];
  return top === "" ? ["document", ""] : ["document", top];
}
