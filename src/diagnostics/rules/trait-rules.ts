import type { Rules } from "../rule.js";

/** What all of them ask for. */
const remedy =
  "Describe it in the contract. `inspect` prints the lines of cabinetry.yaml that say it, or that accept it as it is.";

/** Diagnostics of what a contract shows and no trait follows from: what the client will not do. */
export const traitRules = {
  "trait/pagination": {
    level: "warning",
    message: "{operation} may give pages: {shown:text}, but {missing:text}. The client reads one page.",
    remedy,
  },
  "trait/background": {
    level: "warning",
    message:
      "{operation} may start something: {shown:text}, but {missing:text}. The client does not wait for its end.",
    remedy,
  },
  "trait/early-read": {
    level: "warning",
    message:
      "{operation} may respond before its result is ready: {shown:text}, but {missing:text}. The client returns that response, and does not read again.",
    remedy:
      "Call the method again while `withResponse()` gives the status 202. `inspect` prints the lines of cabinetry.yaml that accept it as it is.",
  },
  "trait/unknown-states": {
    level: "warning",
    message:
      "{operation} may end in other states than the client knows: {shown:text}, but {missing:text}. The client continues to wait in them.",
    remedy:
      "Add the lines that `inspect` prints to cabinetry.yaml. Replace each `?` with the states that end the wait, or remove it.",
  },
  "trait/unread-failure": {
    level: "warning",
    message:
      "{operation} may fail for a reason that the client does not read: {shown:text}, but {missing:text}. Its error has no code of the service.",
    remedy,
  },
  "trait/poll-interval": {
    level: "warning",
    message:
      "{operation} may be polled more often than the service wants: {shown:text}, but {missing:text}. The service may reject polls.",
    remedy:
      "Add the lines that `inspect` prints to cabinetry.yaml, with a time for `?`. They hold for every operation whose state it gives.",
  },
  "trait/results": {
    level: "warning",
    message:
      "{operation} may give results: {shown:text}, but {missing:text}. No method of the client reads them.",
    remedy,
  },
  "trait/safe": {
    level: "warning",
    message:
      "{operation} may only read: {shown:text}, but {missing:text}. The client does not repeat it after a lost response.",
    remedy,
  },
  "trait/safe-change": {
    level: "warning",
    message:
      "{operation} may change something: {shown:text}, but {missing:text}. The client repeats it after a lost response.",
    remedy:
      "Where it changes something, add the lines that `inspect` prints to cabinetry.yaml: `safe: false`. Where it only reads, accept it: `safe: true`.",
  },
  "trait/conditional": {
    level: "warning",
    message:
      "{operation} may overwrite: {shown:text}, but {missing:text}. The client does not read again after a 412.",
    remedy,
  },
  "trait/unprotected-change": {
    level: "warning",
    message: "{operation} is made without a condition: {shown:text}. But {missing:text}.",
    remedy:
      "If the server checks `If-Match`, declare it in the contract, or add the lines that `inspect` prints to cabinetry.yaml. If it does not, accept it as it is: `conditional: false`.",
  },
  "trait/context": {
    level: "warning",
    message:
      "`modify` does not take over {name} from {read} to {change}: the change {why:text}. What was read may not be what is changed.",
    remedy:
      "Give both the same name and the same type in the contract. Until then, the function that builds the change gives it. To accept that: `conditional: { context: false }`.",
  },
  "trait/idempotency": {
    level: "warning",
    message: "{operation} may happen twice: {shown:text}, but {missing:text}. The client sends no key.",
    remedy,
  },
  "trait/envelope": {
    level: "warning",
    message:
      "Responses may be in an envelope: {shown:text}, but {missing:text}. The client looks for what it needs at the top of a response, as the schemas have it.",
    remedy,
  },
  "trait/success-member": {
    level: "warning",
    message:
      "A failure may come with a status of success: {shown:text}, but {missing:text}. The client returns such a response as a value.",
    remedy:
      "Read the member in each response, or give failures a status of their own. `inspect` prints the line of cabinetry.yaml that accepts it as it is.",
  },
  "trait/undeclared-headers": {
    level: "warning",
    message: "Requests may need a header that the client does not send: {shown:text}, but {missing:text}.",
    remedy:
      "Declare it in the contract or with an overlay; then the client has an input for it. Or give it with `headers` of each call that needs it, and accept it with the line that `inspect` prints.",
  },
  "trait/request-id": {
    level: "warning",
    message:
      "Responses may identify their request: {shown:text}, but {missing:text}. The client does not keep it, and has no `requestIdOf`.",
    remedy:
      "Add the line that `inspect` prints to cabinetry.yaml, or declare the header in the contract or with an overlay.",
  },
  "trait/key-retention": {
    level: "warning",
    message:
      "A request that is repeated after the service has forgotten its idempotency key may happen twice: {shown:text}, but {missing:text}. The client repeats it at any time.",
    remedy:
      "Add one of the lines that `inspect` prints to cabinetry.yaml. Or give the client the option `intentRetention`.",
  },
  "trait/scopes": {
    level: "warning",
    message:
      "{operation} may need scopes: {shown:text}, but {missing:text}. The client does not request them for it.",
    remedy,
  },
  "trait/described-codes": {
    level: "warning",
    message:
      "The client may not know what an error means: {shown:text}, but {missing:text}. It takes each for an error of its status.",
    remedy,
  },
  "trait/described-scopes": {
    level: "warning",
    message:
      "The contract may require scopes: {shown:text}, but {missing:text}. The client does not request them.",
    remedy,
  },
  "trait/unused-scopes": {
    level: "info",
    message: "The contract has scopes that no operation needs: {shown:text}, but {missing:text}.",
    remedy:
      "Where an operation needs one of them, say it in the contract, or with `scopes` of the operation in cabinetry.yaml.",
  },
  "trait/problems": {
    level: "warning",
    message:
      "The errors of the contract may say what is retryable: {shown:text}, but {missing:text}. Retries follow the method (RFC 9110 section 9.2.2).",
    remedy,
  },
  "trait/sensitive": {
    level: "warning",
    message:
      "The contract may have sensitive data: {shown:text}, but {missing:text}. The client does not mask it.",
    remedy:
      "Add `x-sensitive: true` in the contract, or add the lines that `inspect` prints to cabinetry.yaml; `remove` there says that it may be shown.",
  },
  "trait/error-codes": {
    level: "warning",
    message:
      "The errors of the contract may have a code: {shown:text}, but {missing:text}. The client does not know the code.",
    remedy,
  },
  "trait/capabilities": {
    level: "warning",
    message:
      "{operation} may return limits: {shown:text}, but {missing:text}. The client does not obey them.",
    remedy,
  },
  "trait/capabilities-version": {
    level: "warning",
    message:
      "{operation} may say that the contract has changed: {shown:text}, but {missing:text}. The client does not tell when the server has another version.",
    remedy,
  },
  "trait/rate": {
    level: "warning",
    message:
      "Requests may exceed a limit: {shown:text}, but {missing:text}. The client does not hold requests back; after a 429 it waits.",
    remedy:
      "Pass a `fetch` that holds requests back, or describe a read of the limits in the contract. `inspect` prints the lines of cabinetry.yaml that accept it as it is.",
  },
  "trait/described-limit": {
    level: "warning",
    message: "Calls may exceed a limit: {shown:text}, but {missing:text}.",
    remedy:
      "Describe the limit in a response that the client can read. `inspect` prints the lines of cabinetry.yaml that accept it as it is.",
  },
  "trait/features": {
    level: "warning",
    message: "The client may not heed feature flags of {operation}: {shown:text}, but {missing:text}.",
    remedy,
  },
  "trait/token-exchange": {
    level: "warning",
    message: "{operation} may exchange tokens: {shown:text}, but {missing:text}. The caller passes a token.",
    remedy:
      "Describe the exchange in the contract, or pass a function that obtains tokens. Where `inspect` prints lines for it, they can say it in cabinetry.yaml; `tokenExchange: false` there accepts that.",
  },
  "trait/open-exchange": {
    level: "warning",
    message: "{operation} may refuse the exchange of tokens: {shown:text}, but {missing:text}.",
    remedy:
      "Give the field a `const`, a `default` or one `example` in the contract. Where `inspect` prints lines for it, they can say it in cabinetry.yaml.",
  },
  "trait/incomplete-token": {
    level: "warning",
    message:
      "The client may take a token from {operation} whose response is incomplete: {shown:text}, but {missing:text}.",
    remedy:
      "Declare the members in the schema of the response, as required, or name them with `tokenExchange.responseFields` in cabinetry.yaml: `inspect` prints the lines.",
  },
  "trait/token-source": {
    level: "warning",
    message:
      "Calls need a token: {shown:text}, but {missing:text}. The client does not obtain it: the caller passes it, or a function.",
    remedy:
      "Pass a function as the credential. An operation that it calls must not require a token. Describe a token exchange (RFC 8693) in the contract, or with `tokenExchange` in cabinetry.yaml. To accept it as it is: `tokenExchange: false`.",
  },
  "trait/key-method": {
    level: "warning",
    message:
      "{operation} takes an idempotency key, but the description of the contract says that keys are for POST requests only. The client sends the request again after a lost response.",
    remedy:
      "Describe the header for POST alone, or add the lines that `inspect` prints to cabinetry.yaml: `idempotency: false`. To accept it as it is: `idempotency: { rules: false }`.",
  },
  "trait/no-key": {
    level: "warning",
    message:
      "The client can make no idempotency key that fits the rules of {operation} ({rules:list}). Every call needs one from the caller.",
    remedy:
      "Pass `idempotencyKey` to each call, or correct the rules in the contract. To accept it as it is: `idempotency: { rules: false }`.",
  },
  "trait/unchecked-key": {
    level: "warning",
    message:
      "The client does not check idempotency keys of {operation} by {rule}: it could take exponential time, or is not supported.",
    remedy:
      "Write a pattern without repeated groups, or check keys before the call. To accept it as it is: `idempotency: { rules: false }`.",
  },
  "trait/described-lengths": {
    level: "warning",
    message:
      "The description of the header for idempotency keys of {operation} says how long they are ({rules:list}), but its schema does not. The client checks no length.",
    remedy:
      "Write it into the schema of the header. `inspect` prints the lines of cabinetry.yaml that say it, or that accept it as it is.",
  },
  "trait/undescribed-exchange": {
    level: "warning",
    message:
      "The tokens of the security scheme {scheme} come from an exchange (RFC 8693), but no operation of the contract describes it. The client sends the token that the caller passes.",
    remedy,
  },
} as const satisfies Rules;
