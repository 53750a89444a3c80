import type { ClientPlan, WebhookPlan } from "../plan/typescript/client-plan.js";
import type { DeclarationPlan, MemberPlan } from "../plan/typescript/type-plan.js";
import { declarationView, type DeclarationView } from "./views/declaration-view.js";
import { type ImportExtension, type ImportView, importViews } from "./print-declarations.js";

/** What `webhooks.ts` holds: what every webhook and callback carries, by its name. */
export function printWebhooks(
  plan: ClientPlan,
  extension: ImportExtension,
): { readonly imports: readonly ImportView[]; readonly declarations: readonly DeclarationView[] } {
  return {
    imports: importViews(plan.webhookImports, "webhooks", extension),
    declarations: webhookDeclarations(plan.webhooks).map((declaration) => declarationView(declaration)),
  };
}

/** The interfaces that `webhooks.ts` has. */
export function webhookDeclarations(webhooks: readonly WebhookPlan[]): readonly DeclarationPlan[] {
  return webhookParts(webhooks).map(({ name, text, members }) => ({
    kind: "interface",
    name,
    doc: { text: [text], tags: [] },
    extends: [],
    members,
  }));
}

interface Part {
  readonly name: string;
  readonly text: string;
  readonly members: readonly MemberPlan[];
}

function webhookParts(webhooks: readonly WebhookPlan[]): readonly Part[] {
  const parts: readonly Part[] = [
    {
      name: "WebhookHeaders",
      text: "The headers that the contract describes of each webhook and callback, by name: texts, their names in lower case.",
      members: membersOf(webhooks, "headers"),
    },
    {
      name: "WebhookPayloads",
      text: "What the API sends to its user's server: the body of each webhook and callback, by name.",
      members: membersOf(webhooks, "payload"),
    },
    {
      name: "WebhookQueries",
      text: "The query parameters that the contract describes of each webhook and callback, by name: texts.",
      members: membersOf(webhooks, "query"),
    },
  ];
  return parts.filter(({ members }) => members.length > 0);
}

/** The words of the contract are at the body, or without a body at the first part. */
function membersOf(
  webhooks: readonly WebhookPlan[],
  part: "headers" | "payload" | "query",
): readonly MemberPlan[] {
  return webhooks.flatMap((webhook): readonly MemberPlan[] => {
    const { name, payload, doc, [part]: type } = webhook;
    if (type === undefined) return [];
    const isBody = part === "payload" || payload === undefined;
    return [{ kind: "property", name, optional: false, type, doc: isBody ? doc : { text: [], tags: [] } }];
  });
}
