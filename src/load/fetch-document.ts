import { Agent as HttpAgent, get as httpGet, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, get as httpsGet } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { displayUrl } from "./contract-reference.js";
import { LimitFailure, type LoadBudget, type LoadLimits } from "./load-budget.js";
import {
  AddressRefusal,
  type HostAddresses,
  maySendHeaders,
  type NetworkPolicy,
  refusalOf,
} from "./network-policy.js";
import { decodeUtf8 } from "./read-local.js";

/** What came back for one document. `url` is where it was found in the end, after redirects. */
export interface FetchedDocument {
  readonly url: URL;
  readonly text: string;
  readonly mimeType: string | undefined;
}

/** Why a document could not be fetched. The message is one sentence that names the URL; `status` when there was one. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
  readonly status: number | undefined;
  readonly remedy: string;

  constructor(message: string, remedy: string, status?: number) {
    super(message);
    this.remedy = remedy;
    this.status = status;
  }
}

/** A header field that is sent with requests for the contract. */
export interface ContractHeader {
  readonly name: string;
  readonly value: string;
  /** Hosts beside the named origin that get it too, as `host` or `host:port`. */
  readonly hosts?: readonly string[];
}

/** How documents are fetched: who may be asked, what the contract may cost, and what the user sends along. */
export interface FetchSettings {
  readonly policy: NetworkPolicy;
  readonly budget: LoadBudget;
  readonly http: HttpGetter;
  /** Header fields for the named origin, and for further hosts; for example for a contract that is not public. */
  readonly headers: readonly ContractHeader[];
}

/**
 * Fetches one document: every redirect checked again against the policy, one time limit over all of it, the body cut
 * off at the size limit while it arrives (a compressed body counts as it unpacks).
 *
 * @throws FetchFailure in every case that ends without a text, LimitFailure when the contract costs more than the budget has.
 */
export async function fetchDocument(start: URL, settings: FetchSettings): Promise<FetchedDocument> {
  const { budget } = settings;
  // A signal that is aborted already tells no listener any more.
  budget.requireTime(displayUrl(start));
  const control = new AbortController();
  const end = () => {
    control.abort(budget.signal.reason);
  };
  // No `AbortSignal.any` of a timeout: Node collects such a signal as garbage before it fires.
  const timer = setTimeout(() => {
    control.abort(new DOMException("The time for the document is over.", "TimeoutError"));
  }, budget.limits.fetchMilliseconds);
  budget.signal.addEventListener("abort", end);
  try {
    return await followRedirects(start, settings, control.signal);
  } finally {
    clearTimeout(timer);
    budget.signal.removeEventListener("abort", end);
  }
}

async function followRedirects(
  start: URL,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const { budget } = settings;
  const { limits } = budget;
  let url = start;
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    refuseForbidden(url, start, settings.policy);
    const response = await send(url, settings, signal);
    const next = redirectTarget(response, url);
    if (next === undefined) return await readResponse(response, url, settings, signal);
    response.body.destroy();
    url = next;
  }
  throw new FetchFailure(
    `${displayUrl(start)} was redirected more than ${limits.redirects} times.`,
    "Name the URL of the document itself.",
  );
}

function refuseForbidden(url: URL, start: URL, policy: NetworkPolicy): void {
  const refusal = refusalOf(policy, url);
  if (refusal === undefined) return;
  const how = url === start ? "" : `${displayUrl(start)} redirects to ${displayUrl(url)}. `;
  throw new FetchFailure(`${how}${refusal}`, "Name a URL that needs no other host, or allow the host.");
}

/** The headers that a host gets. */
function headersFor(url: URL, { headers, policy }: FetchSettings): readonly ContractHeader[] {
  return headers.filter(({ hosts = [] }) => maySendHeaders(policy, url, hosts));
}

async function send(url: URL, settings: FetchSettings, signal: AbortSignal): Promise<HttpResponse> {
  const headers = new Headers({ accept: "application/yaml, application/json;q=0.9, */*;q=0.5" });
  for (const { name, value } of headersFor(url, settings)) headers.set(name, value);
  try {
    return await settings.http.get(url, headers, signal);
  } catch (error) {
    throw failureOf(error, url, settings.budget, signal);
  }
}

function redirectTarget(response: HttpResponse, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.header("location");
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new FetchFailure(
      `${displayUrl(from)} returned ${response.status} without a usable Location.`,
      "Name the URL of the document itself.",
      response.status,
    );
  }
  return new URL(location, from);
}

async function readResponse(
  response: HttpResponse,
  url: URL,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const { budget } = settings;
  if (response.status < 200 || response.status > 299) {
    response.body.destroy();
    throw new FetchFailure(
      `${displayUrl(url)} returned ${`${response.status} ${response.statusText}`.trim()}.`,
      remedyForStatus(
        response.status,
        headersFor(url, settings).map(({ name }) => name),
      ),
      response.status,
    );
  }
  try {
    const text = await readBody(response, url, budget);
    return { url, text, mimeType: response.header("content-type") };
  } catch (error) {
    throw failureOf(error, url, budget, signal);
  }
}

async function readBody(response: HttpResponse, url: URL, budget: LoadBudget): Promise<string> {
  const chunks: Uint8Array[] = [];
  // Leaving the loop early destroys the stream: what is over the limit is not read.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    budget.spendBytes(chunk.byteLength, displayUrl(url));
    chunks.push(chunk);
  }
  const text = decodeUtf8(Buffer.concat(chunks));
  if (text !== undefined) return text;
  throw new FetchFailure(`${displayUrl(url)} is not UTF-8 text.`, "Publish the contract in UTF-8.");
}

/** @param sent - names of the configured headers that the server got */
function remedyForStatus(status: number, sent: readonly string[]): string {
  if ((status === 401 || status === 403) && sent.length > 0)
    return `The server got ${sent.map((name) => `\`${name}\``).join(", ")} of \`headers\` in cabinetry.yaml and refused it: check the value, and what it gives access to.`;
  if (status === 401 || status === 403)
    return "The contract is protected: give `headers` in cabinetry.yaml, or download it and name the file.";
  if (status === 404) return "Check the path: it must be the API's URL, or that of the document itself.";
  if (status >= 500) return "The server failed: try again later, or name a downloaded copy.";
  return "Open the URL in a browser to see what it returns.";
}

/** What is told of a failure on the way: a limit, a refusal, or what became of the connection. */
function failureOf(error: unknown, url: URL, budget: LoadBudget, signal: AbortSignal): Error {
  if (error instanceof FetchFailure || error instanceof LimitFailure) return error;
  if (error instanceof AddressRefusal)
    return new FetchFailure(error.message, "Name the address itself if the contract is there.");
  budget.requireTime(displayUrl(url));
  return connectionFailure(url, signal.aborted ? signal.reason : error, budget.limits);
}

function connectionFailure(url: URL, error: unknown, limits: LoadLimits): FetchFailure {
  if (error instanceof Error && error.name === "TimeoutError") {
    const seconds = limits.fetchMilliseconds / 1000;
    return new FetchFailure(
      `${displayUrl(url)} did not send a complete response within ${seconds} s.`,
      "Try again, or name a downloaded copy of the contract.",
    );
  }
  const { code, message } = innermost(error);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new FetchFailure(
      `The host ${url.hostname} was not found.`,
      "Check the spelling, and that DNS works here.",
    );
  }
  if (code === "ECONNREFUSED") {
    return new FetchFailure(
      `No server responds at ${url.host}: the connection was refused.`,
      "Check the port, and that the server runs.",
    );
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/u.test(code)) {
    return new FetchFailure(
      `The TLS certificate of ${url.host} was not accepted: ${message}.`,
      "TLS is always verified. For a private authority set NODE_EXTRA_CA_CERTS to its certificate.",
    );
  }
  if (/SSL|TLS|EPROTO/u.test(code)) {
    return new FetchFailure(
      `${url.host} does not speak TLS as https needs it.`,
      "Check the port, and the scheme of the URL.",
    );
  }
  return new FetchFailure(
    `${displayUrl(url)} could not be fetched: ${message}.`,
    "Check the URL and the network.",
  );
}

/** `fetch` wraps what went wrong; happy eyeballs wraps it once more. The innermost error says it. */
function innermost(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return innermost(error.cause);
  if (!(error instanceof Error)) return { code: "", message: "unknown failure" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return { code, message: error.message.replace(/\.$/u, "") };
}

/** A response whose body is still to be read, or to be given up. */
interface HttpResponse {
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
  // A failure of either stream destroys both; the reader gets the error.
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
