import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

/** What a token endpoint was asked for, once. */
export interface TokenAsk {
  readonly contentType: string | undefined;
  readonly form: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly text: string;
}

/** A token endpoint on a free port that answers as it is told. */
export interface TokenEndpoint {
  readonly url: string;
  readonly asks: readonly TokenAsk[];
  close(): Promise<void>;
}

/** One answer; `index` counts from 0. */
export type Answer = (response: ServerResponse, ask: TokenAsk, index: number) => void | Promise<void>;

/** The answer of part 2 of the contract, with a token that says which one it is. */
export function grant(index: number, changed: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    access_token: `token-${String(index)}`,
    issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
    token_type: "Bearer",
    expires_in: 3600,
    scope: "cabinet:read cabinet:deals:read",
    resource: "https://api.example/v1/external",
    ...changed,
  });
}

/** Starts a token endpoint. Default: every exchange succeeds. */
export async function startTokenEndpoint(
  answer: Answer = (response, _, index) => response.end(grant(index)) as never,
): Promise<TokenEndpoint> {
  const asks: TokenAsk[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const text = await textOf(request);
      const ask: TokenAsk = {
        contentType: request.headers["content-type"],
        form: Object.fromEntries(new URLSearchParams(text)),
        text,
      };
      asks.push(ask);
      await answer(response, ask, asks.length - 1);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${String(address.port)}/oauth/token`,
    asks,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
