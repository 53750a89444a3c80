/*
 * The constants of `operations/` modules as data. Types only: filled by `plan/typescript/descriptors`, printed by `emit`.
 */
import type { ConstantReference } from "../../text/constant-reference.js";
import type { DocPlan } from "./type-plan.js";

/** One exported constant of an `operations/` module. */
export type DescriptorPlan = { readonly constant: string; readonly doc: DocPlan } & (
  | { readonly kind: "operation"; readonly type: "OperationDescriptor"; readonly value: OperationValue }
  /** What a trait needs beside its operation, or how headers are read. */
  | { readonly kind: "other"; readonly type: string; readonly value: DescriptorMembers }
);

/** Members of a constant, in order; one that is undefined is omitted. */
export interface DescriptorMembers {
  readonly [name: string]: DescriptorValue | undefined;
}

/** How an operation travels (`OperationDescriptor` of the runtime): what every client knows, and members of traits. */
export interface OperationValue extends DescriptorMembers {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly security: DescriptorValue | undefined;
  readonly parameters: readonly ParameterValue[];
  readonly body: BodyValue | undefined;
  readonly responses: readonly ResponseValue[];
}

/** A parameter (`ParameterDescriptor`). */
export interface ParameterValue extends DescriptorMembers {
  readonly name: string;
  readonly in: string;
  readonly required: true | undefined;
  readonly id: true | undefined;
}

/** The body of a request (`BodyDescriptor`). */
export interface BodyValue extends DescriptorMembers {
  readonly required: true | undefined;
  readonly from: string;
  readonly content: readonly MediaValue[];
}

/** Responses that the contract describes alike (`ResponseDescriptor`). */
export interface ResponseValue extends DescriptorMembers {
  readonly statuses: readonly (string | number)[];
  readonly content: readonly MediaValue[];
}

/** A media type (`MediaDescriptor`). */
export interface MediaValue extends DescriptorMembers {
  readonly mediaType: string;
  readonly codec: string;
}

/** A {@link ConstantReference}, by its members: only instances of the class are printed as code. */
export type ReferencePlan = Pick<ConstantReference, "code" | "constant" | "module">;

/** Data, that may contain other constants: of the same module, or of that of another resource. */
export type DescriptorValue =
  null | boolean | number | string | ReferencePlan | readonly DescriptorValue[] | DescriptorMembers;
