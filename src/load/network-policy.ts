import { displayUrl } from "./contract-reference.js";

/**
 * Which hosts a contract may make this machine talk to. A contract is input: a `$ref` or a redirect must not turn
 * the generator into a way to reach what only this machine can reach (cloud metadata, intranet). So nothing is
 * fetched except from the host that the user named, and from hosts that the user allowed by name; whether an
 * address is private needs no guess, because no address is reachable that nobody named.
 */
export interface NetworkPolicy {
  /** The URL that the user named; absent for a contract that did not come over HTTP. */
  readonly named?: URL;
  /** Further hosts, as `host` or `host:port`, lower case. */
  readonly allowHosts: readonly string[];
}

/** Why a URL may not be fetched, as a sentence with its remedy; undefined when it may. */
export function refusalOf(policy: NetworkPolicy, target: URL): string | undefined {
  if (target.protocol !== "https:" && target.protocol !== "http:") {
    return `A contract may not refer to "${target.protocol}" addresses: only to files of its project and to http(s) URLs.`;
  }
  if (target.username !== "" || target.password !== "") {
    return `${displayUrl(target)} holds a user name or a password, which is never sent.`;
  }
  if (policy.named?.protocol === "https:" && target.protocol === "http:") {
    return `${displayUrl(target)} is not encrypted, while the contract is: TLS is not given up half way.`;
  }
  if (policy.named?.host === target.host || isAllowed(policy.allowHosts, target)) return undefined;
  return `The host ${target.host} was not named. If the contract may fetch from it, add --allow-host ${target.host}.`;
}

/** True when the headers that the user gave for the contract may go to this URL: its own origin and no other. */
export function mayCarryHeaders(policy: NetworkPolicy, target: URL): boolean {
  return policy.named?.origin === target.origin;
}

function isAllowed(allowHosts: readonly string[], target: URL): boolean {
  return allowHosts.some(
    (host) => host.toLowerCase() === target.host || host.toLowerCase() === target.hostname,
  );
}
