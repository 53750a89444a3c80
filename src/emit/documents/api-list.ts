import type { ClientPlan } from "../../plan/client-plan.js";
import { codeSpan } from "../../text/code-span.js";
import { renderTemplate } from "../templates/render-template.js";
import { afterColon, inline } from "./inline-markdown.js";

/** `api.md`: every method with its verb, path and scope. */
export function printApiList(plan: ClientPlan): string {
  return renderTemplate("api.md", {
    heading:
      plan.contract.title.trim() === "" ? "Every method" : `${inline(plan.contract.title)}: every method`,
    version: inline(plan.contract.version),
    resources: plan.resources.map((resource) => ({
      member: resource.member,
      methods: resource.methods.map((method) => ({
        call: `\`${resource.member}.${method.name}\``,
        wire: codeSpan(`${method.listing.verb} ${method.listing.path}`),
        scopes: method.listing.scopes === "" ? "" : `, ${method.listing.scopes}`,
        summary: afterColon(method.listing.summary),
      })),
    })),
  });
}
