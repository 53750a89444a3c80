import type { ResourcePlan } from "../../plan/typescript/client-plan.js";
import type {
  ResponseValue,
  BodyValue,
  DescriptorMembers,
  DescriptorPlan,
  DescriptorValue,
  MediaValue,
  OperationValue,
  ParameterValue,
} from "../../plan/typescript/descriptor-plan.js";
import { ConstantReference } from "../../text/constant-reference.js";
import { printComment } from "../comment-doc.js";
import { literal, type Literal, memberDocs, Source } from "../literal.js";
import { type ImportExtension, type ImportView, importViews } from "../print-declarations.js";
import { LaidOut } from "../statement-parts.js";

/** What `operations.ts.hbs` prints. */
interface OperationsView {
  readonly imports: readonly ImportView[];
  /** Each an operation, or another constant. */
  readonly descriptors: readonly {
    readonly operation: DescriptorView | undefined;
    readonly constant: ConstantView | undefined;
  }[];
}

/** What `parts/constant.hbs` prints. */
interface ConstantView {
  readonly comment: string;
  readonly constant: string;
  readonly type: string;
  readonly members: readonly NamedView[];
}

/** What `parts/descriptor.hbs` prints. */
interface DescriptorView {
  readonly comment: string;
  readonly constant: string;
  readonly name: LaidOut;
  readonly method: LaidOut;
  readonly path: LaidOut;
  readonly security: LaidOut | "";
  readonly parameters: readonly ParameterView[];
  readonly body: BodyView | undefined;
  readonly responses: readonly ResponseView[];
  /** Members that traits add, and rare ones. */
  readonly more: readonly NamedView[];
}

interface ParameterView {
  readonly name: LaidOut;
  readonly in: LaidOut;
  readonly required: boolean;
  readonly id: boolean;
  readonly more: readonly NamedView[];
}

interface BodyView {
  readonly required: boolean;
  readonly from: LaidOut;
  readonly content: readonly MediaView[];
  readonly more: readonly NamedView[];
}

interface ResponseView {
  readonly statuses: LaidOut;
  readonly content: readonly MediaView[];
  readonly more: readonly NamedView[];
}

interface MediaView {
  readonly mediaType: LaidOut;
  readonly codec: LaidOut;
  readonly more: readonly NamedView[];
}

/** A member by its name. */
export interface NamedView {
  readonly name: LaidOut;
  readonly value: LaidOut;
}

/** Prepares the constants of a resource's operations. */
export function operationsView(plan: ResourcePlan, extension: ImportExtension): OperationsView {
  return {
    imports: importViews(plan.imports.operations, `operations/${plan.file}`, extension),
    descriptors: plan.descriptors.map(viewDescriptor),
  };
}

function viewDescriptor(plan: DescriptorPlan): OperationsView["descriptors"][number] {
  const { constant, type } = plan;
  const comment = printComment(plan.doc);
  return plan.kind === "operation"
    ? { operation: { comment, constant, ...viewOperation(plan.value) }, constant: undefined }
    : { operation: undefined, constant: { comment, constant, type, members: viewMembers(plan.value) } };
}

function viewOperation({
  name,
  method,
  path,
  security,
  parameters,
  body,
  responses,
  ...more
}: OperationValue): Omit<DescriptorView, "comment" | "constant"> {
  return {
    name: viewValue(name),
    method: viewValue(method),
    path: viewValue(path),
    security: security === undefined ? "" : viewValue(security),
    parameters: parameters.map(viewParameter),
    body: body === undefined ? undefined : viewBody(body),
    responses: responses.map(viewResponse),
    more: viewMembers(more),
  };
}

function viewParameter({ name, in: location, required, id, ...more }: ParameterValue): ParameterView {
  return {
    name: viewValue(name),
    in: viewValue(location),
    required: required === true,
    id: id === true,
    more: viewMembers(more),
  };
}

function viewBody({ required, from, content, ...more }: BodyValue): BodyView {
  return {
    required: required === true,
    from: viewValue(from),
    content: content.map(viewMedia),
    more: viewMembers(more),
  };
}

function viewResponse({ statuses, content, ...more }: ResponseValue): ResponseView {
  return { statuses: viewValue(statuses), content: content.map(viewMedia), more: viewMembers(more) };
}

function viewMedia({ mediaType, codec, ...more }: MediaValue): MediaView {
  return { mediaType: viewValue(mediaType), codec: viewValue(codec), more: viewMembers(more) };
}

/** A value, with the names of constants as code. */
export function viewValue(value: DescriptorValue): LaidOut {
  return new LaidOut(literal(descriptorLiteral(value)));
}

/** The members of an object that are there. */
export function viewMembers(value: DescriptorMembers): readonly NamedView[] {
  return Object.entries(descriptorMembers(value)).map(([name, one]) => {
    const docs = memberDocs(name, one);
    return { name: new LaidOut(docs.key), value: new LaidOut(docs.value) };
  });
}

/** A descriptor's value as a literal: absent members omitted, references as the names of constants. */
function descriptorLiteral(value: DescriptorValue): Literal {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(descriptorLiteral);
  return ConstantReference.is(value) ? new Source(value.code) : descriptorMembers(value);
}

/** The members of a descriptor's object that are there, as literals. */
function descriptorMembers(value: DescriptorMembers): Readonly<Record<string, Literal>> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, descriptorLiteral(one)] as const],
    ),
  );
}

function isList(value: object): value is readonly DescriptorValue[] {
  return Array.isArray(value);
}
