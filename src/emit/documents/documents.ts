import type { ClientPlan } from "../../plan/client-plan.js";
import { codeSpan } from "../../text/code-span.js";
import { assignment } from "../layout/assignment.js";
import { layout } from "../layout/layout.js";
import { expandedLiteral, type Literal, Source } from "../layout/literal.js";
import { renderTemplate } from "../templates/render-template.js";

/** `api.md`: every method with its verb, path and scope. */
export function printApiList(plan: ClientPlan): string {
  return renderTemplate("api.md", {
    title: inline(plan.contract.title),
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

/** `README.md` of the client: how it is made and used. */
export function printReadme(plan: ClientPlan): string {
  const { contract, name } = plan;
  return renderTemplate("README.md", {
    name,
    title: inline(contract.title),
    version: inline(contract.version),
    // A contract of webhooks alone has nobody to call.
    isCalled: plan.resources.length > 0,
    construction: printConstruction(plan),
    scopes: contract.scopes.map((scope) => ({
      name: codeSpan(scope.name),
      description: afterColon(scope.description),
    })),
    hasScopes: contract.scopes.length > 0,
  });
}

/** How the client is made, with what it cannot be made without. */
function printConstruction({ connection, contract, name }: ClientPlan): string {
  const exchange = connection.credentials.some(({ kind }) => kind === "tokenExchange");
  const options: Readonly<Record<string, Literal>> = {
    ...(connection.server.absolute ? {} : { baseUrl: "https://platform.example" }),
    ...(exchange ? { accessKey: new Source("() => process.env.ACCESS_KEY!") } : {}),
    ...(exchange ? { scopes: contract.scopes.slice(0, 1).map((scope) => scope.name) } : {}),
  };
  const given = Object.keys(options).length === 0 ? "" : expandedLiteral(options);
  return layout(assignment("const api", [`new ${name}(`, given, ")"]));
}

/** What follows a colon, with the colon; nothing when there is nothing to tell. */
function afterColon(text: string): string {
  const line = inline(text);
  return line === "" ? "" : `: ${line}`;
}

/** Text of a contract within a line of Markdown: on one line, its markup and HTML disarmed. */
function inline(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#|!~]/g, "\\$&");
}
