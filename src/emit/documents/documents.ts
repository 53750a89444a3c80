import type { ClientPlan, MethodPlan } from "../../plan/client-plan.js";
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
        wire: code(`${method.listing.verb} ${method.listing.path}`),
        scopes: method.listing.scopes === "" ? "" : `, ${method.listing.scopes}`,
        summary: summary(method),
      })),
    })),
  });
}

/** `README.md` of the client: how it is made and used. */
export function printReadme(plan: ClientPlan): string {
  const { connection, contract, name } = plan;
  const exchange = connection.credentials.some(({ kind }) => kind === "tokenExchange");
  const [resource] = plan.resources;
  const options = [
    ...(connection.server.absolute ? [] : ['  baseUrl: "https://platform.example",']),
    ...(exchange ? ["  accessKey: () => process.env.ACCESS_KEY!,"] : []),
    ...(exchange
      ? [
          `  scopes: [${contract.scopes
            .slice(0, 1)
            .map((scope) => JSON.stringify(scope.name))
            .join(", ")}],`,
        ]
      : []),
  ];
  return renderTemplate("README.md", {
    name,
    title: inline(contract.title),
    version: inline(contract.version),
    options:
      options.length === 0
        ? `const api = new ${name}();`
        : `const api = new ${name}({\n${options.join("\n")}\n});`,
    scopes: contract.scopes.map((scope) => ({
      name: code(scope.name),
      description: inline(scope.description),
    })),
    hasScopes: contract.scopes.length > 0,
    resource: resource?.member ?? "",
  });
}

function summary(method: MethodPlan): string {
  const text = inline(method.listing.summary);
  return text === "" ? "" : `: ${text}`;
}

/** Text of a contract within a line of Markdown: on one line, its markup and HTML disarmed. */
function inline(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#|!~]/g, "\\$&");
}

/** Code within a line of Markdown, whatever it contains. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")}${fence}`;
}
