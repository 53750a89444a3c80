import type { ErrorBodiesPlan } from "../../plan/typescript/client-plan.js";
import { propertyName } from "../literal.js";
import { LaidOut } from "../statement-parts.js";
import { typeDoc } from "../type-doc.js";

/** A member of `ErrorBodies`, as `errors.ts.hbs` prints it. */
interface ErrorBodiesView {
  readonly operation: LaidOut;
  readonly type: LaidOut;
}

/** Prepares the error bodies of an operation. */
export function viewErrorBodies({ operation, type }: ErrorBodiesPlan): ErrorBodiesView {
  return { operation: new LaidOut(propertyName(operation)), type: new LaidOut(typeDoc(type)) };
}
