import { runInNewContext } from "node:vm";
import type { OperationModel, ServerModel } from "../../../model/api-model.js";
import { defaultAddress } from "../../../text/server-address.js";
import { UserError } from "../../../text/user-error.js";
import { pathAsSent } from "../../service/responses.js";
import type { TokenExchange } from "../../service/traits/trait.js";
import type { TargetPlan, TokenExchangePlan } from "../client-plan.js";
import { ownServer } from "../descriptors/plan-descriptor.js";

/** What of an operation leads to its endpoint. */
export type ExchangeEndpoint = Pick<OperationModel, "origin" | "path" | "sentPath" | "servers">;

/** The type of an access key where a pattern has its last words, and is not read otherwise (TOK-1). */
const USUAL_TYPE = "urn:<vendor>:params:oauth:token-type:external-access-credential";

/** The type of the access key in a plan that nothing is generated from, where nothing shows it. */
export const OPEN_TYPE = "?";

/** What an exchange is planned with. */
export interface ExchangeSettings {
  /** See `PlanOptions.vendor`. */
  readonly vendor: string | undefined;
  /** See `PlanOptions.isPreview`. */
  readonly isPreview: boolean | undefined;
}

/**
 * The exchange as the contract words it (TOK-1). Where it leaves the vendor's word of the subject token type open, that
 * is configuration (TOK-2), and so is the whole type where nothing shows it.
 *
 * @param operation - the one that exchanges tokens, or where there is none, the address.
 * @param servers - of the contract.
 * @throws UserError (exit 2) when the word or the type is missing, and no preview is planned.
 */
export function planTokenExchange(
  operation: ExchangeEndpoint,
  facts: TokenExchange,
  settings: ExchangeSettings,
  servers: readonly ServerModel[],
): TokenExchangePlan {
  const { grantType, mediaType, requestedTokenType, resource, audience, responseFields } = facts;
  const server = ownServer(operation.servers);
  return {
    server,
    resolver: server === undefined || typeof server === "string" ? "resolveEndpoint" : "resolveOwnServer",
    path: pathAsSent(operation),
    grantType,
    mediaType,
    ...planSubjectTokenType(facts.subjectTokenType, settings, operation.origin.pointer),
    requestedTokenType,
    resource: typeof resource === "string" ? planResource(resource, servers) : resource,
    audience: audience === false ? undefined : audience,
    requiresScope: facts.requiresScope === true,
    responseFields,
    responseAt: facts.responseAt,
  };
}

/**
 * The address of a server of the contract moves with the host that the caller of a client chooses, as that server does; a path is below
 * the server that is called. Undefined: that server itself.
 */
function planResource(resource: string, servers: readonly ServerModel[]): TargetPlan | undefined {
  if (resource === "/") return undefined;
  if (resource.startsWith("/")) return { server: undefined, path: resource };
  if (withoutSlash(resource) === withoutSlash(servers[0]?.url ?? "/")) return undefined;
  if (!/^https?:\/\//i.test(resource) || !URL.canParse(resource)) return { uri: resource };
  const { origin, pathname, search } = new URL(resource);
  const origins = servers.map((server) => defaultAddress(server)?.origin);
  return origins.includes(origin)
    ? { server: origins[0] ?? origin, path: `${pathname}${search}` }
    : { uri: resource };
}

function withoutSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}

function planSubjectTokenType(
  fact: TokenExchange["subjectTokenType"],
  { vendor, isPreview }: ExchangeSettings,
  pointer: string,
): Pick<TokenExchangePlan, "subjectTokenType" | "vendor"> {
  if (fact !== undefined && "value" in fact) return { subjectTokenType: fact.value, vendor: undefined };
  const template = templateOf(fact, vendor, isPreview);
  if (template === undefined) {
    if (isPreview === true) return { subjectTokenType: OPEN_TYPE, vendor: undefined };
    throw new UserError(2, "The contract does not show the type of the access key that is exchanged.", {
      ...(pointer === "" ? {} : { pointers: [pointer] }),
      remedy: `Say it in cabinetry.yaml; the operator of the service knows it:\n${typeLines}`,
    });
  }
  if (vendor === undefined) {
    throw new UserError(2, "The contract leaves the vendor word of the access key's token type open.", {
      where: pointer === "" ? template : `${template}, in the token exchange at ${pointer}`,
      remedy:
        "Say the word with --vendor WORD, or with `vendor` in cabinetry.yaml; the operator of the service knows it. The sandbox prints its own at start.",
    });
  }
  return { subjectTokenType: template, vendor };
}

/** The lines of the configuration that say the type of the access key. */
export const typeLines = 'tokenExchange: { subjectTokenType: "?" }';

/** The type with `<vendor>` in it, where the contract shows everything but that word. */
function templateOf(
  fact: Exclude<TokenExchange["subjectTokenType"], { readonly value: string }>,
  vendor: string | undefined,
  isPreview: boolean | undefined,
): string | undefined {
  if (fact === undefined) return undefined;
  return "template" in fact ? fact.template : usualType(fact.pattern, vendor, isPreview);
}

/** The usual type, where a pattern has its last words and allows it with the vendor's word. */
function usualType(
  pattern: string,
  vendor: string | undefined,
  isPreview: boolean | undefined,
): string | undefined {
  if (!pattern.includes("access-credential")) return undefined;
  const type = USUAL_TYPE.replace("<vendor>", vendor ?? "vendor");
  const matches = matchesPattern(type, pattern);
  if (matches === true) return USUAL_TYPE;
  if (matches === undefined || vendor === undefined || isPreview === true) return undefined;
  throw new UserError(2, `The contract does not allow "${type}" as the type of the access key.`, {
    where: `its pattern is ${pattern}`,
    remedy: `Correct the vendor word (--vendor, or \`vendor\` in cabinetry.yaml), or say the whole type:\n${typeLines}`,
  });
}

/** A contract is not trusted: its pattern has one second. @returns undefined: malformed, or too slow */
function matchesPattern(text: string, pattern: string): boolean | undefined {
  try {
    const found: unknown = runInNewContext(
      'new RegExp(pattern, "u").test(text)',
      { pattern, text },
      { timeout: 1000 },
    );
    return found === true;
  } catch {
    return undefined;
  }
}
