import type { ClientPlan } from "../../plan/client-plan.js";
import { codeSpan } from "../../text/code-span.js";

/** What the client does beyond plain calls, a line each. */
export function describeFeatures({ runtimeModules, webhooks }: ClientPlan): readonly string[] {
  const told = FEATURES.filter(([module]) => runtimeModules.includes(module)).map(([, text]) => text);
  return [...told, ...describeWebhooks(webhooks)];
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
  return [
    `What the service sends to a webhook or a callback of yours has a type under its name: ${index}${more}.`,
  ];
}

/** What can come to a webhook, and the interface that has it where any has it; a body before what comes with it. */
const PARTS = [
  ["payload", "WebhookPayloads"],
  ["headers", "WebhookHeaders"],
  ["query", "WebhookQueries"],
] as const;

const FEATURES: readonly (readonly [string, string])[] = [
  [
    "errors/error-body",
    'An error response that the contract describes has its type: `isErrorOf(error, "resource.method")` narrows what was caught, and `error.status` then tells the type of `error.body`.',
  ],
  [
    "pages/pages",
    "A paged call is walked with `for await`, by items or, with `.pages()`, by pages, each with a bookmark to go on from.",
  ],
  [
    "call/stream-call",
    "A stream is read with `for await`, as it arrives; leaving the loop ends the request. A `deadline` counts to its end.",
  ],
  [
    "call/stream-bytes",
    "A file comes as a Blob, or, from the method that ends in `Stream`, as a stream of bytes that is never in memory as a whole.",
  ],
  [
    "etag/read-versioned",
    "A versioned read gives `{ value, etag }`; the change takes `{ ifMatch: etag }`. A method that starts with `modify` does both, again when somebody was faster.",
  ],
  [
    "idempotency/intents-of",
    "A create happens once: it takes an `intent`, a name for what must happen. Give the client `intents: fileIntentStore(directory)` or `redisIntentStore(redis)`, and that holds across restarts too.",
  ],
  [
    "values/unlisted",
    "A newer server may send values of enums and members of unions that the contract does not list: they are `Unlisted`, for the default branch of a `switch`. They can be sent back; a misspelt value does not compile.",
  ],
  [
    "operations/start-operation",
    "A background operation is a handle: `wait()`, `status()`, `results()`; `resume(id)` goes on in another process.",
  ],
  [
    "limits/obey-limits",
    "Requests keep to the limits that the server states. A fleet that shares one key shares `pacing: redisPacingStore(redis)`.",
  ],
];
