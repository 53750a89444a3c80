import type {
  ClientPlan,
  DescriptorValue,
  ResourcePlan,
  ServerChoicePlan,
} from "../../plan/typescript/client-plan.js";
import type { TypePlan } from "../../plan/typescript/type-plan.js";
import { codeSpan } from "../../text/code-span.js";
import { ConstantReference } from "../../text/constant-reference.js";
import { declarationView, type DeclarationView } from "./declaration-view.js";
import { type Doc, layout } from "../layout.js";
import { expandedLiteral, literal, type Literal, Source } from "../literal.js";
import { type ImportExtension, importLines, printComment } from "../print-declarations.js";
import { LaidOut } from "../statement-layout.js";
import { typeDoc } from "../type-doc.js";

/** What `contract.ts.hbs` prints. */
interface ContractView {
  readonly imports: readonly string[];
  readonly facts: string;
  readonly server: string;
  /** The type of problem codes, in a list of one; empty when the contract names none. */
  readonly codes: readonly DeclarationView[];
}

/** Lays out what a client knows of its contract at run time. */
export function contractView(plan: ClientPlan, extension: ImportExtension): ContractView {
  const { server } = plan.connection;
  const variables = Object.fromEntries(server.variables.map(({ name, default: initial }) => [name, initial]));
  const listed = server.variables
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, values }));
  return {
    imports: importLines(plan.connection.contractImports, "contract", extension),
    facts: layout(expandedLiteral(contractFacts(plan.contract.facts))),
    server: layout(
      expandedLiteral({
        url: server.url,
        ...(server.variables.length === 0 ? {} : { variables }),
        ...(listed.length === 0 ? {} : { choices: listed }),
        ...(server.elsewhere.length === 0 ? {} : { elsewhere: server.elsewhere }),
        ...(server.ofOperations.length === 0 ? {} : { operations: server.ofOperations.map(choice) }),
        ...(server.fill === undefined ? {} : { fill: new Source(server.fill.code) }),
      }),
    ),
    codes: plan.contract.codes.length === 0 ? [] : [viewCodes(plan.contract.codes)],
  };
}

/** The facts of a contract; what keeps values of sensitive fields out of sight is made from their names. */
function contractFacts({
  sensitive,
  ...facts
}: ClientPlan["contract"]["facts"]): Readonly<Record<string, Literal>> {
  if (sensitive === undefined) return descriptorMembers(facts);
  const names = literal(descriptorLiteral(sensitive));
  return {
    ...descriptorMembers(facts),
    sensitive: new Source(["sensitiveFields(", names, ")"]),
  };
}

function choice({ url, others }: ServerChoicePlan): Literal {
  return { url, others: others.map((one) => one.url) };
}

function viewCodes(codes: readonly string[]): DeclarationView {
  const literals = codes.map((value): TypePlan => ({ kind: "literal", value }));
  return declarationView({
    kind: "alias",
    name: "ProblemCode",
    doc: {
      text: ["Problem codes that the contract names. A server may send others; they are carried through."],
      tags: [],
    },
    type:
      literals.length === 1 && literals[0] !== undefined ? literals[0] : { kind: "union", members: literals },
  });
}

/** What `operations.ts.hbs` prints. */
interface OperationsView {
  readonly imports: readonly string[];
  readonly descriptors: readonly {
    readonly comment: string;
    readonly constant: string;
    readonly type: string;
    readonly value: LaidOut;
  }[];
}

/** Prepares the constants of a resource's operations. */
export function operationsView(plan: ResourcePlan, extension: ImportExtension): OperationsView {
  return {
    imports: importLines(plan.imports.operations, `operations/${plan.file}`, extension),
    descriptors: plan.descriptors.map(({ constant, doc, type, value }) => ({
      comment: printComment(doc),
      constant,
      type,
      value: new LaidOut(expandedLiteral(descriptorMembers(value))),
    })),
  };
}

/** A descriptor's value as a literal: absent members left out, references as the names of constants. */
function descriptorLiteral(value: DescriptorValue): Literal {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(descriptorLiteral);
  return ConstantReference.is(value) ? new Source(value.code) : descriptorMembers(value);
}

/** The members of a descriptor's object that are there. */
function descriptorMembers(
  value: Readonly<Record<string, DescriptorValue | undefined>>,
): Readonly<Record<string, Literal>> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, descriptorLiteral(member)] as const],
    ),
  );
}

function isList(value: object): value is readonly DescriptorValue[] {
  return Array.isArray(value);
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
