import { byText } from "../../../text/by-text.js";
import type { ClassMethodPlan, ClientPlan, ConnectionPlan, ImportPlan } from "../client-plan.js";
import { type HeaderNames, type HeaderSets, type HeaderView, planHeaderSets } from "../inputs/header-sets.js";
import { type NameModules, planImports } from "../runtime-names.js";
import { fullName } from "../../service/responses.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import type { TypePlan } from "../type-plan.js";
import { namesIn, namesInType } from "../types/type-builders.js";
import { type CallKind, callType, type FormSources, responseType } from "./method-sources.js";
import { chooseCall } from "./plan-methods.js";

/** Methods of the client itself; their names are taken before any resource gets one. */
export function planClientMethods(
  connection: ConnectionPlan,
  sources: FormSources,
): readonly ClassMethodPlan[] {
  const capabilities = sources.all.find(({ traits }) => traits.capabilities !== undefined);
  return [
    ...(connection.limits === undefined || capabilities === undefined
      ? []
      : [planConnect(capabilities, sources)]),
    ...(connection.intents ? [resolveIntent] : []),
  ];
}

/** Imports of the module that holds the client's class. */
export function planClientImports(
  methods: readonly ClassMethodPlan[],
  modules: NameModules,
  hasScopes: boolean,
): readonly ImportPlan[] {
  const names = methods.flatMap(({ call, parameters, returns }) => [
    call.callee,
    "ownConnection",
    ...[...parameters.map(({ type }) => type), returns].flatMap(namesInType),
  ]);
  const narrowing = hasScopes ? ["keepOptions", "narrow"] : [];
  return names.length + narrowing.length === 0
    ? []
    : planImports(["keepCore", ...names, ...narrowing], modules, { self: "client" });
}

/** Limits and features at the start and not at first use (CAP-2, CAP-3): what the contract's own call for them gives. */
function planConnect({ model, traits }: PlannedOperation, sources: FormSources): ClassMethodPlan {
  const also = traits.capabilities?.facts.also?.operation;
  const more = also === undefined ? "" : `, and what \`${fullName({ name: also })}\` gives,`;
  const limits: TypePlan = {
    kind: "name",
    name: "Pick",
    arguments: [
      { kind: "name", name: "CallOptions" },
      {
        kind: "union",
        members: [
          { kind: "literal", value: "signal" },
          { kind: "literal", value: "deadline" },
        ],
      },
    ],
  };
  return {
    name: "connect",
    doc: {
      text: [
        "Reads features and limits now, not at the first call. Fails when the server or the credentials do not work.",
        `Gives what \`${fullName(model)}\` gives; the client obeys it${more} from then on.`,
      ],
      tags: [{ tag: "param", text: "options - `signal` and `deadline` of {@link CallOptions}" }],
    },
    scopes: [],
    parameters: [{ name: "options", type: limits, optional: true }],
    returns: callType(responseType(model, sources)),
    call: { callee: "connectLimits", holder: "connection", constants: [] },
  };
}

/** The way out of an ambiguous outcome (IDM-5). */
const resolveIntent: ClassMethodPlan = {
  name: "resolveIntent",
  doc: {
    text: [
      "Tells what happened to an intent with an ambiguous outcome. Check the actual state first; the intent is locked until then.",
    ],
    tags: [
      { tag: "param", text: "intent - the name that the call was given" },
      { tag: "param", text: "finding - {@link IntentFinding}" },
    ],
  },
  scopes: [],
  parameters: [
    { name: "intent", type: { kind: "keyword", name: "string" }, optional: false },
    { name: "finding", type: { kind: "name", name: "IntentFinding" }, optional: false },
  ],
  returns: { kind: "name", name: "Promise", arguments: [{ kind: "keyword", name: "boolean" }] },
  call: {
    callee: "resolveIntent",
    holder: "connection",
    constants: [],
  },
};

/** The headers that the methods of a client hand out. */
export function clientHeaders(sources: FormSources, names: HeaderNames): HeaderSets {
  return planHeaderSets(
    sources.all,
    (operation) => headerView(chooseCall(operation, sources)),
    sources,
    names,
  );
}

/** A value with its strong validator has that one already. */
function headerView({ callee }: CallKind): HeaderView {
  return /^versioned/.test(callee) ? "without-etag" : "all";
}

/** `headers.ts`: the interfaces that several resources use, sorted by name. */
export function planHeaderFile({ all }: HeaderSets, modules: NameModules): ClientPlan["headers"] {
  const declarations = all
    .filter(({ resource }) => resource === undefined)
    .map(({ declaration }) => declaration)
    .sort((left, right) => byText(left.name, right.name));
  return { declarations, imports: planImports(declarations.flatMap(namesIn), modules, { self: "headers" }) };
}
