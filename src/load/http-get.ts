import { Agent as HttpAgent, get as httpGet, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, get as httpsGet } from "node:https";
import { type Readable, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { HostAddresses } from "./network-policy.js";

/** A response whose body is still to be read, or to be given up. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  header(name: string): string | undefined;
  /** The body as it arrives, unpacked. */
  readonly body: Readable;
}

/**
 * Sends GET requests whose connections go to addresses that were checked, and nowhere else: `fetch` looks a name up
 * for every connection, and a name can lead to another address then (DNS rebinding). Follows no redirect.
 */
export class HttpGetter {
  readonly #addresses: HostAddresses;
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor(addresses: HostAddresses) {
    this.#addresses = addresses;
  }

  /** @throws the system's error, the signal's reason, or what the addresses of the host are refused with. */
  async get(url: URL, headers: Headers, signal: AbortSignal): Promise<HttpResponse> {
    signal.throwIfAborted();
    const found = await Promise.race([this.#addresses.of(url), aborted(signal)]);
    const [first] = found;
    const options: RequestOptions = {
      headers: { ...Object.fromEntries(headers), "accept-encoding": "gzip, deflate, br" },
      signal,
      lookup: (_, { all }, done) => {
        if (all === true) done(null, [...found]);
        else if (first !== undefined) done(null, first.address, first.family);
      },
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request =
        url.protocol === "https:"
          ? httpsGet(url, { ...options, agent: this.#agents.https }, resolve)
          : httpGet(url, { ...options, agent: this.#agents.http }, resolve);
      request.on("error", reject);
    });
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? "",
      header: (name) => [response.headers[name]].flat()[0],
      body: unpacked(response),
    };
  }

  /** Ends idle connections; a process could not end before. */
  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

/** The body without its content coding (RFC 9110 section 8.4.1). */
function unpacked(response: IncomingMessage): Readable {
  const coding = response.headers["content-encoding"]?.trim().toLowerCase();
  const unpack =
    coding === "gzip" || coding === "x-gzip"
      ? createGunzip()
      : coding === "br"
        ? createBrotliDecompress()
        : coding === "deflate"
          ? createInflate()
          : undefined;
  // A failure of either stream destroys both, and whoever reads is told.
  return unpack === undefined ? response : pipeline(response, unpack, () => undefined);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      },
      { once: true },
    );
  });
}
