import type { ClientPlan } from "../../plan/client-plan.js";
import { codeSpan } from "../../text/code-span.js";
import { clientOf } from "../../text/contract-label.js";
import { renderTemplate } from "../templates/render-template.js";
import { describeConnection } from "./describe-connection.js";
import { describeFeatures } from "./features.js";
import { afterColon, inline } from "./inline-markdown.js";
import { printSample } from "./sample.js";

/** `README.md` of the client: how it is made and used. */
export function printReadme(plan: ClientPlan): string {
  const { contract, name } = plan;
  return renderTemplate("README.md", {
    name,
    client: clientOf({ title: inline(contract.title), version: inline(contract.version) }),
    // A contract of webhooks alone has nobody to call.
    isCalled: plan.resources.length > 0,
    features: describeFeatures(plan),
    construction: printSample(plan),
    connection: describeConnection(plan.connection),
    scopes: contract.scopes.map((scope) => ({
      name: codeSpan(scope.name),
      description: afterColon(scope.description),
    })),
    hasScopes: contract.scopes.length > 0,
  });
}
