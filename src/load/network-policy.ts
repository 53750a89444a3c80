import { lookup } from "node:dns/promises";
import { BlockList, isIP, isIPv6 } from "node:net";
import { displayUrl } from "./contract-reference.js";

/**
 * Which hosts a contract may make this machine talk to. A contract is input: a `$ref` or a redirect must not turn
 * the generator into a way to reach what only this machine can reach (cloud metadata, intranet). So nothing is
 * fetched except from the host that the user named, and from hosts that the user allowed by name; whether an
 * address is private needs no guess, because only named hosts are reachable.
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

/**
 * Whether a header that the user gave for the contract may go to this URL: its own origin, and the hosts that the user named for it,
 * over plain http only where the contract comes over it.
 */
export function maySendHeaders(
  { named }: NetworkPolicy,
  target: URL,
  hosts: readonly string[] = [],
): boolean {
  if (named?.origin === target.origin) return true;
  return isAllowed(hosts, target) && (target.protocol === "https:" || named?.protocol === "http:");
}

function isAllowed(allowHosts: readonly string[], target: URL): boolean {
  return allowHosts.some(
    (host) => host.toLowerCase() === target.host || host.toLowerCase() === target.hostname,
  );
}

/** An address of a host, as connections take it. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * Addresses that no published contract is at, and that a name may lead to only to reach what a network keeps for
 * itself: link-local (cloud metadata among them), unspecified, and of groups (RFC 6890). Intranets and this machine
 * are for the user to name.
 */
const unfit = new BlockList();
unfit.addSubnet("0.0.0.0", 8, "ipv4");
unfit.addSubnet("169.254.0.0", 16, "ipv4");
unfit.addSubnet("224.0.0.0", 3, "ipv4");
unfit.addAddress("::", "ipv6");
unfit.addSubnet("fe80::", 10, "ipv6");
unfit.addSubnet("ff00::", 8, "ipv6");
unfit.addAddress("fd00:ec2::254", "ipv6");

/**
 * The addresses of hosts, each host looked up and checked once: every later connection of the run goes to the same
 * addresses, whatever its name would lead to by then (DNS rebinding).
 */
export class HostAddresses {
  readonly #known = new Map<string, Promise<readonly HostAddress[]>>();
  readonly #lookUp: (hostname: string) => Promise<readonly HostAddress[]>;

  /** @param lookUp - asks the system; a test replaces it. */
  constructor(
    lookUp = (hostname: string) => lookup(hostname, { all: true }) as Promise<readonly HostAddress[]>,
  ) {
    this.#lookUp = lookUp;
  }

  /** @throws the system's error for an unknown host, AddressRefusal where a name leads where it may not. */
  of(url: URL): Promise<readonly HostAddress[]> {
    const hostname = url.hostname.replace(/^\[(.*)\]$/u, "$1");
    // Who names an address means it.
    const family = isIP(hostname);
    if (family !== 0) return Promise.resolve([{ address: hostname, family }]);
    const known = this.#known.get(hostname) ?? this.#find(hostname);
    this.#known.set(hostname, known);
    return known;
  }

  async #find(hostname: string): Promise<readonly HostAddress[]> {
    const found = await this.#lookUp(hostname);
    const refused = found.find(({ address }) => unfit.check(address, isIPv6(address) ? "ipv6" : "ipv4"));
    if (refused !== undefined) throw new AddressRefusal(hostname, refused.address);
    return found;
  }
}

/** A name leads to an address that no contract is at. */
export class AddressRefusal extends Error {
  override readonly name = "AddressRefusal";

  constructor(hostname: string, address: string) {
    super(`The host ${hostname} has the address ${address}, which is reserved for the local network.`);
  }
}
