import type { SandboxLimits } from "../sandbox-options.js";
import type { TokenExchange } from "../token/exchange-token.js";
import { TokenError } from "../token/token-error.js";
import { mediaTypeOf } from "./incoming.js";
import type { Endpoint } from "./resource-endpoint.js";

/** The token exchange. @returns a function that throws TokenError when the exchange is refused */
export function createTokenEndpoint(exchange: TokenExchange, limits: Readonly<SandboxLimits>): Endpoint {
  return async (incoming) => {
    if (incoming.body.tooLarge) {
      throw new TokenError(
        "invalid_request",
        `The request may have ${limits.maxRequestBodyBytes} bytes.`,
        413,
      );
    }
    if (mediaTypeOf(incoming) !== "application/x-www-form-urlencoded") {
      throw new TokenError("invalid_request", "Send the fields as application/x-www-form-urlencoded.");
    }
    return exchange.exchange(incoming.body.bytes.toString("utf8"));
  };
}
