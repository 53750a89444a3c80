import type { ClientPlan, ServerPlan } from "../../plan/typescript/client-plan.js";
import type { DescriptorMembers } from "../../plan/typescript/descriptor-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { codeSpan } from "../../text/printable.js";
import { declarationView, type DeclarationView } from "./declaration-view.js";
import { type NamedView, viewMembers, viewValue } from "./descriptor-view.js";
import type { Doc } from "../layout.js";
import { type ImportExtension, type ImportView, importViews } from "../print-declarations.js";
import type { LaidOut } from "../statement-parts.js";
import { typeDoc } from "../type-doc.js";

/** What `contract.ts.hbs` prints. */
interface ContractView {
  readonly imports: readonly ImportView[];
  readonly title: LaidOut;
  readonly version: LaidOut;
  /** What else is a fact of the contract. */
  readonly facts: readonly NamedView[];
  /** Names of the fields whose values are kept out of sight. */
  readonly sensitive: readonly LaidOut[];
  readonly url: LaidOut;
  /** What else the runtime needs to fill the server's address. */
  readonly address: readonly NamedView[];
  /** The type of problem codes, in a list of one; empty when the contract names none. */
  readonly codes: readonly DeclarationView[];
}

/** Prepares what a client knows of its contract at run time. */
export function contractView(plan: ClientPlan, extension: ImportExtension): ContractView {
  const { codeType, facts } = plan.contract;
  const { title, version, sensitive, ...others } = facts;
  const { url, ...address } = serverFacts(plan.connection.server);
  return {
    imports: importViews(plan.connection.contractImports, "contract", extension),
    title: viewValue(title),
    version: viewValue(version),
    facts: viewMembers(others),
    sensitive: (sensitive ?? []).map(viewValue),
    url: viewValue(url),
    address: viewMembers(address),
    codes: codeType === undefined ? [] : [viewCodes(codeType)],
  };
}

/** `ServerFacts` of the runtime. */
function serverFacts(server: ServerPlan): DescriptorMembers & { readonly url: string } {
  const { url, variables, elsewhere, ofOperations, fill } = server;
  const listed = variables.filter(({ values }) => values.length > 0);
  return {
    url,
    variables:
      variables.length === 0
        ? undefined
        : Object.fromEntries(variables.map(({ name, default: initial }) => [name, initial])),
    choices: orUndefined(listed.map(({ name, values }) => ({ name, values }))),
    elsewhere: orUndefined(elsewhere),
    operations: orUndefined(
      ofOperations.map((one) => ({ url: one.url, others: one.others.map((other) => other.url) })),
    ),
    fill,
  };
}

function orUndefined<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function viewCodes(type: TypePlan): DeclarationView {
  return declarationView({
    kind: "alias",
    name: "ProblemCode",
    doc: {
      text: ["Problem codes that the contract names. A server may send others; they are carried through."],
      tags: [],
    },
    type,
  });
}

/** The type of the scopes that callers may request, with what the contract says of each. */
export function viewScopes({ contract: { scopes } }: ClientPlan): DeclarationView {
  const literals = scopes.map(({ name }): TypePlan => ({ kind: "literal", value: name }));
  const [only] = literals;
  const list = scopes.map(
    ({ name, description }) => `- ${codeSpan(name)}${description === "" ? "" : `: ${description}`}`,
  );
  return declarationView({
    kind: "alias",
    name: "Scope",
    doc: {
      text: [
        "Scopes of the contract; a call whose scope was not requested does not compile.",
        list.join("\n"),
      ],
      tags: [],
    },
    type: literals.length === 1 && only !== undefined ? only : { kind: "union", members: literals },
  });
}

/** The scopes that a method needs, as a type: `["a", "b"] | ["c"]`. */
export function scopesDoc(alternatives: readonly (readonly string[])[]): Doc {
  const sets = alternatives.map((scopes): TypePlan => ({
    kind: "tuple",
    items: scopes.map((value) => ({ type: { kind: "literal", value }, optional: false })),
  }));
  const [only] = sets;
  return typeDoc(
    sets.length === 1 && only !== undefined ? only : { kind: "union", members: sets },
    "argument",
  );
}
