import type { ClientPlan, ConnectionPlan, MethodPlan } from "../plan/typescript/client-plan.js";
import { codeSpan } from "../text/printable.js";

/** What the client does beyond plain calls, a line each. */
export function describeFeatures(plan: ClientPlan): readonly string[] {
  const { resources, runtimeModules, webhooks } = plan;
  const methods = resources.flatMap((resource) => resource.methods);
  const present = new Set([...runtimeModules, ...methods.flatMap(givenTypes)]);
  return [
    ...FEATURES.filter(([feature]) => present.has(feature)).map(([feature, text]) =>
      feature === INTENTS
        ? `${text} ${describeRetention(plan.connection)}`
        : feature === HANDLES
          ? `A background operation is a handle: ${describeHandle(methods)}. ${text}`
          : text,
    ),
    ...describeWebhooks(webhooks),
  ];
}

/** `Call<ReadableStream<Uint8Array>>`: how a method gives its value, and which value that is. */
function givenTypes({ returns }: MethodPlan): readonly string[] {
  if (returns.kind !== "name") return [];
  const [value] = returns.arguments ?? [];
  return value?.kind === "name" ? [returns.name, value.name] : [returns.name];
}

/** What the handles of a client have: the contract may have pages of a result for some operations, and not for every one. */
function describeHandle(methods: readonly MethodPlan[]): string {
  const [hasResults, hasOthers] = ["ResultHandle", "OperationHandle"].map((name) =>
    methods.some(({ returns }) => isOrHolds(returns, name)),
  );
  if (hasResults !== true) return "`wait()` and `status()`";
  const where = hasOthers === true ? ", where the contract has pages of a result," : "";
  return `\`wait()\`, \`status()\` and${where} \`results()\``;
}

/** Whether a type has this name, or is a generic type with one that does: `Call<ResultHandle<Row>>`. */
function isOrHolds(type: MethodPlan["returns"], name: string): boolean {
  if (type.kind !== "name") return false;
  return type.name === name || (type.arguments ?? []).some((one) => isOrHolds(one, name));
}

/** How long intents are remembered. */
function describeRetention({ intentRetention: given, retentionOf }: ConnectionPlan): string {
  if (given === undefined)
    return 'Where the service forgets keys after a time that its limits do not say, give the client that time: `intentRetention: "24h"`.';
  const more = retentionOf.length > MOST ? ` and ${String(retentionOf.length - MOST)} more` : "";
  const first =
    retentionOf.length === 0
      ? `The service forgets keys after ${given}: then`
      : `The contract says of ${retentionOf.slice(0, MOST).map(codeSpan).join(", ")}${more} that keys are forgotten after ${given}. The client counts that time for every create: then`;
  return `${first} an intent whose response was lost is not sent again, and one with a response is forgotten. \`intentRetention\` of the client sets another time.`;
}

/** What a caller's own server receives; the client receives nothing itself. */
function describeWebhooks(all: ClientPlan["webhooks"]): readonly string[] {
  const [first, ...others] = PARTS.flatMap(([member, type]) => {
    const having = all.find(({ [member]: part }) => part !== undefined);
    return having === undefined ? [] : [{ type, name: having.name }];
  });
  if (first === undefined) return [];
  const index = codeSpan(`${first.type}[${JSON.stringify(first.name)}]`);
  const named = others.map(({ type }) => codeSpan(type)).join(" and ");
  const more =
    others.length === 0 ? "" : `; ${named} ${others.length === 1 ? "has" : "have"} what comes with it`;
  return [`What the service sends to your webhook or callback has a type under its name: ${index}${more}.`];
}

/** What can come to a webhook, and the interface that has it where any has it; a body before what comes with it. */
const PARTS = [
  ["payload", "WebhookPayloads"],
  ["headers", "WebhookHeaders"],
  ["query", "WebhookQueries"],
] as const;

/** Creates that are named before the rest is only counted. */
const MOST = 3;

const INTENTS = "idempotency/intents";

const HANDLES = "operations/start-operation";

/** What there is to say of a client that has a module of the runtime, or a method that gives such a type. */
const FEATURES: readonly (readonly [string, string])[] = [
  [
    "errors/error-body",
    'The body of an error that the contract describes has a type: `isErrorOf(error, "resource.method")` narrows the error, and `error.status` then decides the type of `error.body`.',
  ],
  [
    "pages/pages",
    "Read a paged call with `for await`: by item, or by page with `.pages()`; `.first()`, `.take(n)` and `.toArray({ limit })` read as much as you need. Each page has a `bookmark`, from which another call can continue. `await` gives the first page as the server sent it.",
  ],
  [
    "StreamCall",
    "Read a stream with `for await`: its items come as they arrive, and leaving the loop ends the request. A `deadline` covers the whole stream.",
  ],
  [
    "ReadableStream",
    "A file comes as a Blob. The method whose name ends in `Stream` gives its bytes as a stream, and never holds all of them in memory.",
  ],
  [
    "etag/versioned",
    "A versioned read gives `{ value, etag }`; the change takes `{ ifMatch: etag }`, and where it returns what it wrote, gives the next `etag`.",
  ],
  ["etag/modify", "A method whose name starts with `modify` reads and changes, and does both again on 412."],
  [
    INTENTS,
    "A create takes an `intent`, a name for what must happen once. Give the client `intents: fileIntentStore(directory)` or `redisIntentStore(redis)` so that this holds across restarts. `openIntents(api)` lists those whose outcome is unknown, by name where the file store has `{ keepNames: true }` too.",
  ],
  [
    "response/request-id",
    "`requestIdOf(given)` is the identifier that the server gave to a request: of a value, a page, a handle, a raw response or an error.",
  ],
  [
    "values/unlisted",
    "A newer server may send values of enums and members of unions that the contract does not list. They are `Unlisted`: handle them in the default branch of a `switch`. They can be sent back; a misspelt value does not compile.",
  ],
  [
    HANDLES,
    "`resume(id)` continues it in another process. `withResponse()` of `wait()`, `status()` and `states()` gives status and headers of the polls.",
  ],
  [
    "operations/compound-ids",
    "Where more than an id leads to the state of an operation, the `id` of its handle has all of it, as a query: `storeId=5&id=7`. `resume` takes that.",
  ],
  [
    "limits/obey-limits",
    "The client keeps to the limits that the server states. Clients that share one key share their pace with `pacing: redisPacingStore(redis)`.",
  ],
];
