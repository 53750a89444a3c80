import type { ClientPlan } from "../../plan/client-plan.js";
import type { TypePlan } from "../../plan/type-plan.js";
import { printDeclaration } from "../types/print-declarations.js";
import { codeSpan } from "../../text/code-span.js";

/** The type of the scopes that callers may request, with what the contract says of each. */
export function printScopes({ contract: { scopes } }: ClientPlan): string {
  const literals = scopes.map(({ name }): TypePlan => ({ kind: "literal", value: name }));
  const [only] = literals;
  const list = scopes.map(
    ({ name, description }) => `- ${codeSpan(name)}${description === "" ? "" : `: ${description}`}`,
  );
  return printDeclaration({
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
