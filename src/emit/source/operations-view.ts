import type { DescriptorPlan, ResourcePlan } from "../../plan/client-plan.js";
import { assignment } from "../layout/assignment.js";
import { layout } from "../layout/layout.js";
import { expandedLiteral } from "../layout/literal.js";
import { type ImportExtension, printComment } from "../types/print-declarations.js";
import { descriptorMembers } from "./descriptor-literal.js";
import { importLines } from "./import-lines.js";

/** What `operations.ts.hbs` prints. */
export interface OperationsView {
  readonly imports: readonly string[];
  readonly descriptors: readonly {
    readonly comment: string;
    /** `export const list: OperationDescriptor = { … };` */
    readonly declaration: string;
  }[];
}

/** Lays the constants of a resource's operations out. */
export function operationsView(plan: ResourcePlan, extension: ImportExtension): OperationsView {
  return {
    imports: importLines(plan.imports.operations, `operations/${plan.file}`, extension),
    descriptors: plan.descriptors.map((descriptor) => ({
      comment: printComment(descriptor.doc),
      declaration: printConstant(descriptor),
    })),
  };
}

function printConstant({ constant, type, value }: DescriptorPlan): string {
  const members = expandedLiteral(descriptorMembers(value));
  return layout(assignment(`export const ${constant}: ${type}`, members));
}
