import type { Random } from "./random.js";

/**
 * What a server does with one request; JSON. In texts, `{token}` and `{key}` stand for the credential that came in
 * (at the token endpoint the access key), `{phone}` for a telephone number, `{origin}` for the server's own address.
 */
export interface HostileReply {
  readonly action: "answer" | "reset" | "resetMidway" | "silence" | "trickle" | "raw";
  readonly status: number;
  /** As on the wire: names may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** How often the body comes, one after the other. Default 1. */
  readonly times?: number;
  /** What is done to the bytes; `wrong` says gzip and is none. */
  readonly coding?: "gzip" | "wrong";
  /** Declared beside a body of another size. */
  readonly length?: number;
}

const statuses = [
  200, 200, 200, 200, 200, 201, 202, 202, 203, 204, 205, 206, 226, 300, 301, 302, 303, 304, 305, 307, 308,
  400, 401, 401, 402, 403, 404, 405, 406, 408, 409, 409, 410, 412, 413, 415, 418, 422, 423, 425, 428, 429,
  429, 431, 451, 499, 500, 500, 501, 502, 503, 503, 504, 505, 507, 511, 520, 599, 600, 799, 999,
];

const codes = [
  "ambiguous_upstream_outcome",
  "idempotency_key_conflict",
  "feature_disabled",
  "access_denied",
  "cabinet_not_found",
  "operation_expired",
  "rate_limited",
  "unknown_code",
  "{token}",
  "{key}",
  "{phone}",
  "",
  "a b",
];

/** What most operations read something in. */
const fitting = JSON.stringify({
  id: 1,
  items: [{ id: 1, phone: "{phone}" }],
  nextCursor: "x",
  operationId: "op_1",
  status: "running",
  cabinetId: "12",
  value: {},
});

/** Bodies that the operations could have, with what does not belong there. */
const bodies = [
  fitting,
  fitting,
  fitting,
  fitting.replace("running", "succeeded"),
  fitting.replace('"x"', "null"),
  "",
  "null",
  "true",
  "0",
  '""',
  "[]",
  "{}",
  "[null]",
  '{"items":[]}',
  '{"items":null,"nextCursor":"x"}',
  '{"items":[{"id":1}],"nextCursor":"x","next":"x"}',
  '{"items":[{}],"nextCursor":null}',
  '{"cabinets":[{}],"nextCursor":"again"}',
  '{"operationId":"op_1","status":"running"}',
  '{"operationId":"op_1","status":"succeeded"}',
  '{"operationId":"op_1","status":"failed","error":{"code":"{token}","message":"{key} {phone}","retryable":true}}',
  '{"operationId":"op_1","status":"\\u0000new"}',
  '{"operationId":7}',
  '{"operationId":"../../{token}"}',
  '{"error":{"message":"{token} {phone}"}}',
  '{"message":"no such thing {token}, {key}, {phone}"}',
  '{"access_token":"x","token_type":"Bearer","expires_in":1e999}',
  '{"error":"invalid_client","error_description":"{key}"}',
  '{"id":9007199254740993,"name":"{token}","phone":"{phone}"}',
  '{"id":1e400}',
  `{"id":${"9".repeat(400)}}`,
  '{"id":-0.0}',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2,}',
  '{"a":',
  '{"a":"\\ud800"}',
  "{'a':1}",
  "\ufeff{}",
  "\0\0\0",
  "<html><body>{token}</body></html>",
  "Bad Gateway {key}",
  "\ud800",
  "NaN",
  "[1,2",
  '"{token}',
  'data: {"id":1}\n\n',
  "data: {token}\n\ndata: [DONE]\n\n",
  "event: x\ndata: {\nid: 1\nretry: NaN\n\n",
  ": \n\n\n\r\r\n",
  '{"id":1}\n{"id":2}\n{"id":',
  "\n\n\n",
  '{"id":1}{"id":2}',
  "--b\r\n\r\nx\r\n--b--",
];

const large = ["[", '{"a":', "x", "data: ", "\n", "9", " ", '{"id":1}\n'];

const types = [
  "application/json",
  "application/json",
  "application/json",
  "application/problem+json",
  "application/problem+json",
  "text/plain",
  "text/html",
  "text/event-stream",
  "application/x-ndjson",
  "application/octet-stream",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "application/json; charset={token}",
  "image/png",
  "",
  "/",
  "json",
  "application/json, application/json",
  "application/{token}",
  "a".repeat(300),
];

const anyHeaders: readonly (readonly [string, readonly string[]])[] = [
  [
    "retry-after",
    [
      "0",
      "1",
      "-1",
      "NaN",
      "1e9",
      "99999999999999999999",
      "Fri, 20 Nov 2026 00:00:05 GMT",
      "yesterday",
      "1, 2",
      "{token}",
      "",
    ],
  ],
  [
    "location",
    [
      "/",
      "/v1/items",
      "{origin}/v1/items",
      "{origin}/v1/{token}",
      "http://127.0.0.1:9/",
      "//[",
      "http://[::",
      "javascript:1",
      "http://{token}@127.0.0.1:9/",
      "?",
      "",
      "data:,x",
      "\u00e9",
      "/v1/external/operations/op_1",
      "../../..",
    ],
  ],
  [
    "link",
    [
      '<{origin}/v1/items?page=2>; rel="next"',
      "</v1/items>; rel=next",
      "<http://127.0.0.1:9/>; rel=next",
      "<",
      "<>; rel=next",
      '<//[>; rel="next"',
      "; rel=next",
      "<{token}>; rel=next",
      '<?{token}>; rel="next"; rel=prev',
    ],
  ],
  ["etag", ['"v1"', 'W/"v1"', "v1", '"', "", '"{token}"', '"a"b"', "*", '"' + "e".repeat(5000) + '"']],
  [
    "www-authenticate",
    ["Bearer", 'Bearer error="invalid_token", error_description="{token}"', "Basic", "{key}", ","],
  ],
  ["x-request-id", ["r1", "{token}", "{phone}", "a".repeat(400)]],
  ["x-trace-id", ["{key}", "4f6c1b2a"]],
  ["server", ["nginx/1.25", "{token}", "{phone}"]],
  ["via", ["1.1 {token}", "1.1 varnish"]],
  ["date", ["Fri, 20 Nov 2026 00:00:00 GMT", "{token}", "0"]],
  ["set-cookie", ["a=1", "session={token}; Path=/", "__proto__=1"]],
  ["cache-control", ["no-store", "{token}"]],
  ["age", ["1", "{phone}"]],
  ["x-total", ["1", "x", "9007199254740993", "{token}"]],
  ["x-ratelimit-remaining", ["-1", "{token}"]],
  ["content-language", ["{token}"]],
  ["last-modified", ["{key}"]],
  ["idempotency-key", ["{token}"]],
  ["content-location", ["{origin}/{token}"]],
  ["content-encoding", ["identity", "x-unknown", "br"]],
  ["content-range", ["bytes 0-1/2", "{token}"]],
  ["transfer-encoding", ["chunked"]],
  ["proxy-status", ["{token}"]],
];

const raw = [
  "HTTP/1.1 200 OK\r\n\r\n",
  "HTTP/1.1 200\r\ncontent-length: -1\r\n\r\n",
  "HTTP/9.9 abc\r\n\r\n",
  "\r\n\r\n",
  "{token}",
  "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
  "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
  "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n",
  "HTTP/1.1 103 Early Hints\r\nlink: {token}\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
];

/** One reply. */
export function hostileReply(random: Random): HostileReply {
  if (random.chance(0.25)) return nearlySound(random);
  const action = random.chance(0.82)
    ? "answer"
    : random.pick(["reset", "resetMidway", "resetMidway", "silence", "trickle", "raw"] as const);
  const status = random.pick(statuses);
  const problem = status >= 400 && random.chance(0.6);
  const headers = random
    .some(anyHeaders, random.pick([0, 1, 1, 2, 4]))
    .flatMap(([name, values]) =>
      random.many(random.chance(0.1) ? 2 : 1, () => [name, random.pick(values)] as const),
    );
  // A redirect without a target, and a body without a type, are rare.
  if (status >= 300 && status < 400 && random.chance(0.8))
    headers.push(["location", random.pick(anyHeaders[1]![1])]);
  if (random.chance(0.9))
    headers.push(["content-type", problem ? "application/problem+json" : random.pick(types)]);
  const many = random.chance(0.05);
  return {
    action,
    status,
    headers,
    body:
      action === "raw"
        ? random.pick(raw)
        : problem
          ? problemBody(random, status)
          : random.pick(many ? large : bodies),
    ...(many && { times: random.pick([2_000, 200_000]) }),
    ...(random.chance(0.08) && { coding: random.pick(["gzip", "gzip", "wrong"] as const) }),
    ...(random.chance(0.05) && { length: random.pick([0, 1, 100_000]) }),
  };
}

/** A success that fits most operations, with one thing that does not belong there. */
function nearlySound(random: Random): HostileReply {
  const body = random.pick([
    fitting,
    fitting.replace("running", "succeeded"),
    fitting.replace('"x"', "null"),
  ]);
  const [name, values] = random.pick(anyHeaders);
  return {
    action: random.chance(0.9) ? "answer" : random.pick(["resetMidway", "trickle"] as const),
    status: random.pick([200, 200, 200, 201, 202, 204]),
    headers: [
      ["content-type", random.chance(0.9) ? "application/json" : random.pick(types)],
      ["etag", '"v1"'],
      [name, random.pick(values)],
    ],
    body: random.chance(0.8) ? body : random.pick(bodies),
  };
}

function problemBody(random: Random, status: number): string {
  return JSON.stringify({
    type: random.pick(["about:blank", "urn:{token}", "{key}", 7]),
    title: random.pick(["Refused", "{token}", "{phone}"]),
    status: random.chance(0.9) ? status : "x",
    detail: random.pick([
      "It was refused.",
      "Token {token} of key {key}",
      "Call {phone} or +44 20 7946 0123",
      { a: "{key}" },
    ]),
    code: random.pick(codes),
    ...(random.chance(0.6) && { retryable: random.pick([true, false, "yes", null]) }),
    traceId: random.pick(["4f6c1b2a95d24f6c", "{token}", "{phone}", 5]),
    ...(random.chance(0.2) && { instance: "/{token}", extra: { deep: ["{key}", "{phone}"] } }),
  });
}
