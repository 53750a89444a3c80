import type { ConnectionPlan, SamplePlan } from "../../plan/client-plan.js";
import { codeSpan } from "../../text/code-span.js";
import { wrapMarkdown } from "../types/wrap-markdown.js";

/** Columns of running text, as in the rest of the file. */
const WIDTH = 120;

/** Alternatives that are named before the rest is only counted. */
const MOST = 5;

const NO_CREDENTIALS =
  "The contract describes no credentials. Where the server asks for some, give the client `headers`: they go with every call, over http as well, and no log shows their values unless `show` names them.";

/** What the example does not show: other servers, and other credentials. A paragraph each. */
export function describeConnection({ sample, server, credentials }: ConnectionPlan): readonly string[] {
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
    url === "/" ? "" : `, to which the contract's path${absolute ? "" : ` ${codeSpan(url)}`} is joined`;
  const first = absolute ? `Calls go to ${codeSpan(url)}.` : "The contract names no host.";
  const none = `Credentials are sent over https, or to this machine itself: ${codeSpan(unprotected ?? "")}, the contract's first server, gets none.`;
  return [
    unprotected === undefined ? first : none,
    `\`baseUrl\` is scheme and host of ${absolute ? "another server" : "the server"}${joined}; \`serverUrl\` is its whole address, in place of both.`,
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
  return initial === "" ? codeSpan(name) : `${codeSpan(name)} (${codeSpan(initial)} when it is left out)`;
}

function describeCredentials({ others, further }: SamplePlan): string {
  const first =
    "`credentials` has a member for each security scheme that calls need; a secret may be given by a function, which is asked when it is needed.";
  if (others.length + further.length === 0) return first;
  return [
    first,
    ...(further.length === 0 ? [] : [`Some calls need others than above: ${listSchemes(further)}.`]),
    ...(others.length === 0 ? [] : [`Calls can also be made with ${listSchemes(others)}.`]),
    "A call takes the first alternative that the client has every credential of.",
  ].join(" ");
}

function listSchemes(alternatives: readonly (readonly string[])[]): string {
  const named = alternatives.slice(0, MOST).map((schemes) => schemes.map(codeSpan).join(" with "));
  const rest = alternatives.length > MOST ? [`${String(alternatives.length - MOST)} more`] : [];
  return [...named, ...rest].join("; ");
}
