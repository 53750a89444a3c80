import { builders } from "prettier/doc";
import type {
  ClientPlan,
  ConnectionPlan,
  CredentialPlan,
  MethodPlan,
  SamplePlan,
} from "../plan/typescript/client-plan.js";
import { byText } from "../text/by-text.js";
import { codeSpan } from "../text/printable.js";
import { clientOf } from "../text/contract-label.js";
import { words } from "../text/words.js";
import { wrapMarkdown } from "./comment-doc.js";
import { errorGuide } from "./errors-guide.js";
import { assignment, layout } from "./layout.js";
import { expandedLiteral, type Literal, Source } from "./literal.js";
import type { ImportExtension } from "./print-declarations.js";
import { describeFeatures } from "./readme-features.js";
import { renderTemplate } from "./render-template.js";

/** `README.md` of the client: how it is made and used. */
export function printReadme(plan: ClientPlan, extension: ImportExtension): string {
  const { contract, name } = plan;
  return renderTemplate("README.md", {
    name,
    client: clientOf({
      title: inline(contract.title),
      version: inline(contract.statedVersion ?? contract.version),
    }),
    // A contract of webhooks alone has no operations to call.
    isCalled: plan.resources.length > 0,
    features: describeFeatures(plan),
    construction: printSample(plan),
    call: sampleCall(plan),
    imports: IMPORTS[extension],
    connection: describeConnection(plan.connection),
    scopes: contract.scopes.map((scope) => ({
      name: codeSpan(scope.name),
      description: afterColon(scope.description),
    })),
    hasScopes: contract.scopes.length > 0,
  });
}

/** `errors.md`: what each class of errors means, and what to do. */
export function printErrorGuide(plan: ClientPlan): string {
  return renderTemplate("errors.md", { name: plan.name, errors: errorGuide(plan) });
}

/** How imports end, and what to do where a tool does not resolve them. */
const IMPORTS: Readonly<Record<ImportExtension, string>> = {
  js: "Its imports end in `.js`, as Node.js has it. For a bundler or test runner that does not resolve `.js` to `.ts`, generate with `--import-extension ts` (and set `allowImportingTsExtensions`) or `--import-extension none`.",
  none: 'Its imports have no extension, for bundlers (`"moduleResolution": "bundler"`). For Node.js, generate with `--import-extension js`.',
  ts: "Its imports end in `.ts`: set `allowImportingTsExtensions`. For a build that emits JavaScript files, generate with `--import-extension js`.",
};

/** A call of this contract that reads: one that needs no input, or an identifier alone. Empty: there is none. */
function sampleCall({ contract, resources }: ClientPlan): string {
  const [scope] = mostUsedScope(resources, contract);
  const reads = resources.flatMap(({ member, methods }) =>
    methods
      .filter(({ listing, scopes }) => listing.verb === "GET" && isGranted(scopes, scope))
      .map((method) => ({ member, method, needed: method.parameters.filter(({ optional }) => !optional) })),
  );
  const isIdentifier = ({ type }: MethodPlan["parameters"][number]) =>
    type.kind === "keyword" && type.name === "string";
  const isWalked = ({ method }: (typeof reads)[number]) => nameOf(method) === "PageSequence";
  const bare = reads.filter(({ needed }) => needed.length === 0);
  const chosen =
    bare.find(isWalked) ??
    bare[0] ??
    reads.find(({ needed }) => needed.length === 1 && needed.every(isIdentifier));
  if (chosen === undefined) return "";
  const { member, method, needed } = chosen;
  const call = `api.${member}.${method.name}(${needed.length === 0 ? "" : '"1"'})`;
  const isSequence = ["PageSequence", "StreamCall"].includes(nameOf(method));
  return isSequence
    ? `for await (const item of ${call}) {\n  console.log(item);\n}`
    : printValue(`await ${call}`);
}

/** Columns that prettier gives to code in Markdown by default. */
const CODE_WIDTH = 80;

function printValue(value: string): string {
  const line = `console.log(${value});`;
  return line.length <= CODE_WIDTH ? line : `console.log(\n  ${value},\n);`;
}

function nameOf({ returns }: MethodPlan): string {
  return returns.kind === "name" ? returns.name : "";
}

function isGranted(sets: readonly (readonly string[])[], scope: string | undefined): boolean {
  return sets.length === 0 || sets.some((set) => set.every((one) => one === scope));
}

/** Columns of running text, as in the rest of the file. */
const WIDTH = 120;

/** Alternatives that are named before the rest is only counted. */
const MOST = 5;

const NO_CREDENTIALS =
  "The contract describes no credentials. If the server needs some, give the client `headers`: they go with every call, also over http. No log shows their values unless `show` names them.";

/** What the example does not show: other servers, and other credentials. A paragraph each. */
function describeConnection({ sample, server, credentials }: ConnectionPlan): readonly string[] {
  const given = credentials.filter(({ kind }) => kind !== "tokenExchange");
  return [
    describeServer(server, sample.unprotected),
    ...(credentials.length === 0 ? [NO_CREDENTIALS] : []),
    ...(given.length === 0 ? [] : [describeCredentials(sample)]),
  ].map((text) => wrapMarkdown(text, WIDTH).join("\n"));
}

function describeServer(
  { absolute, url, variables, ofOperations }: ConnectionPlan["server"],
  unprotected: string | undefined,
): string {
  const joined =
    url === "/" ? "" : `; the client adds the contract's path${absolute ? "" : ` ${codeSpan(url)}`}`;
  const first = absolute ? `Calls go to ${codeSpan(url)}.` : "The contract names no host.";
  const none = `The client sends credentials over https, or to this machine itself: ${codeSpan(unprotected ?? "")}, the contract's first server, gets none.`;
  return [
    unprotected === undefined ? first : none,
    `Give ${absolute ? "another server" : "the server"} as \`baseUrl\` (scheme and host${joined}) or as \`serverUrl\` (the whole address).`,
    ...(variables.length === 0
      ? []
      : [
          `\`serverVariables\` has the variables of the address: ${variables.map(describeVariable).join(", ")}.`,
        ]),
    ...(ofOperations.length === 0
      ? []
      : [
          "Some operations have several servers of their own: `operationServers` says which to call in place of the first.",
        ]),
  ].join(" ");
}

function describeVariable({
  name,
  default: initial,
}: {
  readonly name: string;
  readonly default: string;
}): string {
  return initial === "" ? codeSpan(name) : `${codeSpan(name)} (${codeSpan(initial)} when omitted)`;
}

function describeCredentials({ others, further }: SamplePlan): string {
  const first =
    "`credentials` has a member for each security scheme that calls need. A secret is a value, or a function that the client calls whenever it needs the value.";
  if (others.length + further.length === 0) return first;
  return [
    first,
    ...(further.length === 0
      ? []
      : [`Some calls need credentials that the example lacks: ${listSchemes(further)}.`]),
    ...(others.length === 0 ? [] : [`Calls can also be made with ${listSchemes(others)}.`]),
    "A call uses the first alternative whose credentials the client has.",
  ].join(" ");
}

function listSchemes(alternatives: readonly (readonly string[])[]): string {
  const named = alternatives.slice(0, MOST).map((schemes) => schemes.map(codeSpan).join(" with "));
  const rest = alternatives.length > MOST ? [`${String(alternatives.length - MOST)} more`] : [];
  return [...named, ...rest].join("; ");
}

/** How the client is made, with what it cannot be made without and cannot send a call without. */
function printSample({ connection, contract, name, resources }: ClientPlan): string {
  const { address, credentials: chosen } = connection.sample;
  const exchange = connection.credentials.some(({ kind }) => kind === "tokenExchange");
  const given = chosen.filter(({ kind }) => kind !== "tokenExchange");
  const options: Readonly<Record<string, Literal>> = {
    ...(address === undefined ? {} : { [address.option]: address.url }),
    ...(exchange ? { accessKey: new Source("() => process.env.ACCESS_KEY!") } : {}),
    ...(exchange ? { scopes: sampleScopes(connection, mostUsedScope(resources, contract)) } : {}),
    ...(given.length === 0
      ? {}
      : { credentials: Object.fromEntries(given.map((plan) => printCredential(plan, given))) }),
  };
  const all = Object.keys(options).length === 0 ? "" : expandedLiteral(options);
  return layout(assignment("const api", [`new ${name}(`, all, ")"]));
}

/** The scopes of a sample; where tokens need some and the contract lists none, the caller knows them. */
function sampleScopes({ credentials }: ClientPlan["connection"], listed: readonly string[]): Literal {
  const isOpen =
    listed.length === 0 &&
    credentials.some((one) => one.kind === "tokenExchange" && one.exchange.requiresScope);
  return isOpen ? new Source('process.env.SCOPES!.split(" ")') : listed;
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

/** What a credential is to the person who has it. */
const SECRETS: Readonly<Record<CredentialPlan["kind"], string>> = {
  apiKey: "API_KEY",
  authorization: "AUTHORIZATION",
  basic: "API_PASSWORD",
  bearer: "API_TOKEN",
  token: "API_TOKEN",
  tokenExchange: "ACCESS_KEY",
};

/** A credential as its option takes it; two of a kind have variables of their own. */
function printCredential(
  { kind, scheme }: CredentialPlan,
  all: readonly CredentialPlan[],
): readonly [string, Literal] {
  const alone = all.filter((other) => SECRETS[other.kind] === SECRETS[kind]).length === 1;
  const own = words(scheme)
    .map((word) => word.toUpperCase())
    .filter((word) => /^[A-Z0-9]+$/.test(word));
  const variable = [SECRETS[kind], ...(alone ? [] : own)].join("_");
  const value = builders.indent([builders.line, `process.env.${variable}!`]);
  const secret = new Source(["() =>", builders.group(value)]);
  return [scheme, kind === "basic" ? { username: "me", password: secret } : secret];
}

/** What follows a colon, with the colon; nothing when there is nothing to tell. */
export function afterColon(text: string): string {
  const line = inline(text);
  return line === "" ? "" : `: ${line}`;
}

/** Text of a contract within a line of Markdown: on one line, its markup and HTML disarmed. */
export function inline(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s\u{E0100}-\u{E01EF}]+/gu, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>()#|!~]/g, "\\$&");
}
