import { byText } from "../../text/by-text.js";
import type { ClientPlan, CredentialPlan } from "../../plan/client-plan.js";
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
    features: describeFeatures(plan),
    construction: printConstruction(plan),
    scopes: contract.scopes.map((scope) => ({
      name: codeSpan(scope.name),
      description: afterColon(scope.description),
    })),
    hasScopes: contract.scopes.length > 0,
  });
}

/** What the client does beyond plain calls, a line each. */
function describeFeatures({ runtimeModules }: ClientPlan): readonly string[] {
  return FEATURES.filter(([module]) => runtimeModules.includes(module)).map(([, text]) => text);
}

const FEATURES: readonly (readonly [string, string])[] = [
  [
    "pages/pages",
    "A paged call is walked with `for await`, by items or, with `.pages()`, by pages, each with a bookmark to go on from.",
  ],
  [
    "call/stream-call",
    "A stream is read with `for await`, as it arrives; leaving the loop ends the request. A `deadline` counts to its end.",
  ],
  [
    "call/stream-bytes",
    "A file comes as a Blob, or, from the method that ends in `Stream`, as a stream of bytes that is never in memory as a whole.",
  ],
  [
    "etag/read-versioned",
    "A versioned read gives `{ value, etag }`; the change takes `{ ifMatch: etag }`. A method that starts with `modify` does both, again when somebody was faster.",
  ],
  [
    "idempotency/intents-of",
    "A create happens once: it takes an `intent`, a name for what must happen. Give the client `intents: fileIntentStore(directory)` or `redisIntentStore(redis)`, and that holds across restarts too.",
  ],
  [
    "values/unlisted",
    "A newer server may send values of enums and members of unions that the contract does not list: they are `Unlisted`, for the default branch of a `switch`. They can be sent back; a misspelt value does not compile.",
  ],
  [
    "operations/start-operation",
    "A background operation is a handle: `wait()`, `status()`, `results()`; `resume(id)` goes on in another process.",
  ],
  [
    "limits/obey-limits",
    "Requests keep to the limits that the server states. A fleet that shares one key shares `pacing: redisPacingStore(redis)`.",
  ],
];

/** How the client is made, with what it cannot be made without. */
function printConstruction({ connection, contract, name, resources }: ClientPlan): string {
  const exchange = connection.credentials.some(({ kind }) => kind === "tokenExchange");
  // An example shows names that fit into it.
  const others = connection.credentials.filter(
    ({ kind, scheme }) => kind !== "tokenExchange" && scheme.length <= 30,
  );
  const options: Readonly<Record<string, Literal>> = {
    ...(connection.server.absolute ? {} : { baseUrl: "https://platform.example" }),
    ...(exchange ? { accessKey: new Source("() => process.env.ACCESS_KEY!") } : {}),
    ...(exchange ? { scopes: mostUsedScope(resources, contract) } : {}),
    ...(others.length === 0 ? {} : { credentials: Object.fromEntries(others.map(printCredential)) }),
  };
  const given = Object.keys(options).length === 0 ? "" : expandedLiteral(options);
  return layout(assignment("const api", [`new ${name}(`, given, ")"]));
}

/** The scope that most methods need: what a first client asks for. */
function mostUsedScope(
  resources: ClientPlan["resources"],
  { scopes }: ClientPlan["contract"],
): readonly string[] {
  const needs = resources.flatMap(({ methods }) => methods.map(({ listing }) => listing.scopes));
  const counted = scopes.map(({ name }) => ({
    name,
    uses: needs.filter((need) => need === codeSpan(name)).length,
  }));
  return counted
    .sort((left, right) => right.uses - left.uses || byText(left.name, right.name))
    .slice(0, 1)
    .map(({ name }) => name);
}

/** A credential as its option takes it. */
function printCredential({ scheme, kind }: CredentialPlan): readonly [string, Literal] {
  const secret = new Source("() => process.env.API_SECRET!");
  return [scheme, kind === "basic" ? { username: "me", password: secret } : secret];
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
