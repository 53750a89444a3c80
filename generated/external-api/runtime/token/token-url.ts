import { ArgumentError } from "../errors/argument-error.js";
import { mayCarryCredentials } from "../http/credential-target.js";

/**
 * The token endpoint's address, when the access key may be sent there: https, or a loopback address (TOK-4).
 *
 * @throws ArgumentError otherwise; its text holds nothing of the address, which can carry a secret of its own
 */
export function readTokenUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    (url.protocol !== "https:" && url.protocol !== "http:")
  ) {
    throw new ArgumentError({
      happened: "The address of the token endpoint is no absolute http(s) URL.",
      remedy: "Give `baseUrl` as `https://…`.",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new ArgumentError({
      happened:
        "The address of the token endpoint holds a user name or a password.",
      remedy:
        "Leave them out; the access key is the only credential of the exchange.",
    });
  }
  if (!mayCarryCredentials(url)) {
    throw new ArgumentError({
      happened:
        "The access key would travel unprotected: the token endpoint is neither https nor on this machine.",
      remedy:
        "Give `baseUrl` as `https://…`. The exchange is never sent over plain http to another machine, not even to a host in `allowInsecureHosts`.",
    });
  }
  return url;
}
