import { runInNewContext } from "node:vm";
import type { OperationModel, ServerModel } from "../../../model/api-model.js";
import { defaultAddress } from "../../../text/server-address.js";
import { UserError } from "../../../text/user-error.js";
import type { TokenExchange } from "../../service/traits/trait.js";
import type { TargetPlan, TokenExchangePlan } from "../client-plan.js";
import { ownServer } from "../descriptors/plan-descriptor.js";

/** What of an operation leads to its endpoint. */
export type ExchangeEndpoint = Pick<OperationModel, "origin" | "path" | "servers">;

/** The type of an access key where the contract allows any string: only the vendor's word is open (TOK-1). */
const ANY_TYPE = "urn:<vendor>:params:oauth:token-type:external-access-credential";

/** Characters that stand for themselves in a pattern. */
const PLAIN = /^(?:[A-Za-z0-9:_-]|\\[.:/-])+$/;

/**
 * The exchange as the contract words it (TOK-1). Where it leaves the vendor's word of the subject token type open, that
 * is configuration (TOK-2).
 *
 * @param operation - the one that exchanges tokens, or where there is none, the address.
 * @param servers - of the contract.
 * @throws UserError (exit 2) when the word is missing, (exit 3) when the contract leaves more open.
 */
export function planTokenExchange(
  operation: ExchangeEndpoint,
  facts: TokenExchange,
  vendor: string | undefined,
  servers: readonly ServerModel[],
): TokenExchangePlan {
  const { grantType, mediaType, requestedTokenType, resource, audience, responseFields } = facts;
  const server = ownServer(operation.servers);
  return {
    server,
    resolver: server === undefined || typeof server === "string" ? "resolveEndpoint" : "resolveOwnServer",
    path: operation.path,
    grantType,
    mediaType,
    ...planSubjectTokenType(facts.subjectTokenType, vendor, operation.origin.pointer),
    requestedTokenType,
    resource: typeof resource === "string" ? planResource(resource, servers) : resource,
    audience,
    responseFields,
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
  vendor: string | undefined,
  pointer: string,
): Pick<TokenExchangePlan, "subjectTokenType" | "vendor"> {
  if (fact !== undefined && "value" in fact) return { subjectTokenType: fact.value, vendor: undefined };
  const template =
    fact === undefined ? ANY_TYPE : (readTemplate(fact.pattern) ?? defaultFor(fact.pattern, vendor));
  if (template === undefined) {
    throw new UserError(3, "The contract's token exchange does not say what its `subject_token_type` is.", {
      pointers: [pointer],
      remedy: "Give the property a `const`, or a `pattern` like ^urn:[a-z]+:params:oauth:token-type:…$.",
    });
  }
  if (vendor === undefined) {
    throw new UserError(2, "The contract leaves the vendor word of the access key's token type open.", {
      where: `${template}, in the token exchange at ${pointer}`,
      remedy:
        "Say the word with --vendor WORD, or with `vendor` in cabinetry.yaml; the operator of the service knows it. The sandbox prints its own at start.",
    });
  }
  return { subjectTokenType: template, vendor };
}

/** The usual type, where the contract's pattern allows it with the vendor's word. */
function defaultFor(pattern: string, vendor: string | undefined): string | undefined {
  if (vendor === undefined) return undefined;
  const type = ANY_TYPE.replace("<vendor>", vendor);
  const matches = matchesPattern(type, pattern);
  if (matches !== false) return matches === true ? ANY_TYPE : undefined;
  throw new UserError(2, `The contract does not allow "${type}" as the type of the access key.`, {
    where: `its pattern is ${pattern}`,
    remedy:
      "Correct the vendor word (--vendor, or `vendor` in cabinetry.yaml), or give `subject_token_type` a `const` in the contract.",
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

/** `^urn:[a-z0-9-]+:params:oauth:token-type:x$` → `urn:<vendor>:params:oauth:token-type:x`. */
function readTemplate(pattern: string): string | undefined {
  const [, rest] = /^\^urn:.+?:(params:.+)\$$/.exec(pattern) ?? [];
  return rest !== undefined && PLAIN.test(rest) ? `urn:<vendor>:${rest.replaceAll("\\", "")}` : undefined;
}
