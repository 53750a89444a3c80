import type { ApiModel } from "../model/api-model.js";
import type { KeptNames } from "../model/names/kept-names.js";
import type { WebhookPlan } from "./client-plan.js";
import type { HeaderSets } from "./headers/header-sets.js";
import type { MethodNames } from "./methods/method-names.js";
import type { PlannedOperation } from "./methods/planned-operation.js";
import { fullName, place } from "./reading/answers.js";
import type { ModelTypes } from "./types/plan-model-types.js";

/** Everything that was given a name. */
export interface NamedParts {
  readonly schemas: ApiModel["schemas"];
  readonly types: ModelTypes;
  readonly operations: readonly PlannedOperation[];
  readonly methods: MethodNames;
  readonly headers: HeaderSets;
  readonly webhooks: readonly WebhookPlan[];
}

/** The names of a client by what they are known by between generations, for its manifest. */
export function clientNames({
  schemas,
  types,
  operations,
  methods,
  headers,
  webhooks,
}: NamedParts): Required<KeptNames> {
  return {
    operations: Object.fromEntries(operations.map(({ model }) => [place(model), fullName(model)])),
    models: Object.fromEntries([
      ...schemas.map(({ identity, name }) => [identity, name] as const),
      ...types.inputShapes,
    ]),
    methods: Object.fromEntries(methods.given),
    headers: Object.fromEntries(headers.identities),
    webhooks: Object.fromEntries(
      webhooks.flatMap(({ name, identities }) => identities.map((identity) => [identity, name])),
    ),
  };
}
