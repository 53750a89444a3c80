import type { ClientPlan } from "../../plan/client-plan.js";
import { type ImportExtension, printDeclaration } from "../types/print-declarations.js";
import { importLines } from "./import-lines.js";

/** What `webhooks.ts` holds: the payload of every webhook and callback, by its name. */
export function printWebhooks(
  plan: ClientPlan,
  extension: ImportExtension,
): { readonly imports: readonly string[]; readonly declarations: readonly string[] } {
  const declaration = printDeclaration({
    kind: "interface",
    name: "WebhookPayloads",
    doc: {
      text: ["What the API sends to its user's server: the body of each webhook and callback, by name."],
      tags: [],
    },
    extends: [],
    members: plan.webhooks.map(({ name, payload, doc }) => ({
      kind: "property",
      name,
      optional: false,
      type: payload,
      doc,
    })),
  });
  return { imports: importLines(plan.webhookImports, "webhooks", extension), declarations: [declaration] };
}
