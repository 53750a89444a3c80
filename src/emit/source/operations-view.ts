import type { ResourcePlan } from "../../plan/client-plan.js";
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
    readonly constant: string;
    readonly type: string;
    readonly value: string;
  }[];
}

/** Lays the constants of a resource's operations out. */
export function operationsView(plan: ResourcePlan, extension: ImportExtension): OperationsView {
  return {
    imports: importLines(plan.imports.operations, `operations/${plan.file}`, extension),
    descriptors: plan.descriptors.map((descriptor) => ({
      comment: printComment(descriptor.doc),
      constant: descriptor.constant,
      type: descriptor.type,
      value: layout(expandedLiteral(descriptorMembers(descriptor.value))),
    })),
  };
}
