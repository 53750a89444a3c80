import type { ApiModel } from "../model/api-model.js";
import type { KeptNames } from "../model/names/kept-names.js";
import { byText } from "../text/by-text.js";
import type { WebhookPlan } from "./client-plan.js";
import { callToKeep } from "./inputs/call-to-keep.js";
import { printCall } from "./inputs/print-call.js";
import { formToKeep, printForm } from "./methods/form-to-keep.js";
import type { MethodSources } from "./methods/method-sources.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import { fullName, place } from "./reading/answers.js";

/** Everything that was given a name. */
export interface NamedParts {
  readonly schemas: ApiModel["schemas"];
  readonly alternatives: ApiModel["alternatives"];
  readonly sources: MethodSources;
  /** Identities of the schemas that requests have with bytes under their own name. */
  readonly namedByBytes: ReadonlySet<string>;
  readonly operations: readonly PlannedOperation[];
  readonly webhooks: readonly WebhookPlan[];
}

/** The names of a client by what they are known by between generations, for its manifest. */
export function clientNames({
  schemas,
  alternatives,
  namedByBytes,
  sources,
  operations,
  webhooks,
}: NamedParts): Required<KeptNames> {
  return {
    operations: Object.fromEntries(operations.map(({ model }) => [place(model), fullName(model)])),
    models: Object.fromEntries([
      ...schemas.map(({ identity, name }) => [identity, name] as const),
      ...sources.types.secondShapes,
    ]),
    alternatives: Object.fromEntries(alternatives),
    shapes: nameShapes(sources.types.namedByRequests, namedByBytes),
    enums: Object.fromEntries([...sources.types.openEnums].map(([key, { since }]) => [key, since])),
    calls: Object.fromEntries(
      operations
        .map((operation) => [place(operation.model), printCall(callToKeep(operation, sources))] as const)
        .filter(([, call]) => call !== ""),
    ),
    forms: Object.fromEntries(
      operations
        .map((operation) => [place(operation.model), printForm(formToKeep(operation, sources))] as const)
        .filter(([, form]) => form !== ""),
    ),
    methods: Object.fromEntries(sources.names.given),
    headers: Object.fromEntries(sources.headers.identities),
    webhooks: Object.fromEntries(
      webhooks.flatMap(({ name, identities }) => identities.map((identity) => [identity, name])),
    ),
  };
}

/** Whose name it is, in words: `request`, `bytes`. By the identity of the schema, sorted. */
function nameShapes(
  requests: ReadonlySet<string>,
  bytes: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const identities = [...new Set([...requests, ...bytes])].sort(byText);
  return Object.fromEntries(
    identities.map((identity) => [
      identity,
      [...(requests.has(identity) ? ["request"] : []), ...(bytes.has(identity) ? ["bytes"] : [])].join(" "),
    ]),
  );
}
