/*
 * The names of the runtime that generated code uses, and the modules that export them. Values are looked up in the
 * types of the runtime's own modules, and types are named once below, so that a renamed export breaks the build here.
 */
import type * as callAs from "../../runtime/call/call-as.js";
import type {
  CallOptions,
  ConditionalOptions,
  KeyedOptions,
  NoInput,
  OwnKeyOptions,
} from "../../runtime/call/call-options.js";
import type { ApiResponse, Call } from "../../runtime/call/call.js";
import type * as call from "../../runtime/call/call.js";
import type * as clientOptions from "../../runtime/call/client-options.js";
import type { ClientOptions } from "../../runtime/call/client-options.js";
import type { ContractFacts } from "../../runtime/descriptors/contract-facts.js";
import type * as clientConnection from "../../runtime/call/core.js";
import type { ClientConnection, Core } from "../../runtime/call/core.js";
import type * as withScopes from "../../runtime/token/with-scopes.js";
import type * as createCore from "../../runtime/call/create-core.js";
import type {
  HeadersDescriptor,
  OperationDescriptor,
} from "../../runtime/descriptors/operation-descriptor.js";
import type { OtherSuccess } from "../../runtime/call/call-as.js";
import type * as scopes from "../../runtime/token/scopes.js";
import type * as tokenExchange from "../../runtime/token/token-exchange.js";
import type * as resolveServer from "../../runtime/servers/resolve-server.js";
import type { ServerFacts, ServerOptions } from "../../runtime/servers/resolve-server.js";
import type * as streamAs from "../../runtime/streams/stream-call.js";
import type { StreamCall } from "../../runtime/streams/stream-call.js";
import type * as streamEvents from "../../runtime/streams/stream-events.js";
import type * as streamItems from "../../runtime/streams/stream-items.js";
import type * as keepRequestIds from "../../runtime/response/request-id.js";
import type * as withPageHeaders from "../../runtime/pages/described-pages.js";
import type * as withHeaderValues from "../../runtime/response/with-header-values.js";
import type { DescribedCall, DescribedResponse } from "../../runtime/response/with-header-values.js";
import type * as apiKey from "../../runtime/credentials/api-key.js";
import type * as authorization from "../../runtime/credentials/authorization.js";
import type { AuthorizationCallback } from "../../runtime/credentials/authorization.js";
import type * as basic from "../../runtime/credentials/basic.js";
import type { BasicCredential } from "../../runtime/credentials/basic.js";
import type * as bearer from "../../runtime/credentials/bearer.js";
import type { CredentialProvider, SecretSource } from "../../runtime/credentials/credential-provider.js";
import type * as tokenFrom from "../../runtime/credentials/token-from.js";
import type { TokenCallback } from "../../runtime/credentials/token-from.js";
import type * as describedError from "../../runtime/errors/error-body.js";
import type { DescribedError } from "../../runtime/errors/error-body.js";
import type * as versionedKeyed from "../../runtime/etag/keyed-changes.js";
import type * as versioned from "../../runtime/etag/versioned.js";
import type * as modify from "../../runtime/etag/modify.js";
import type { ModifyDescriptor, ModifyOptions, Rebuild, Rebuilt } from "../../runtime/etag/modify.js";
import type { Versioned } from "../../runtime/http/strong-etag.js";
import type { OpenEvent } from "../../runtime/streams/open-event.js";
import type { ServerSentEvent } from "../../runtime/streams/stream-events.js";
import type * as intentsOf from "../../runtime/idempotency/intents.js";
import type { IntentOptions } from "../../runtime/idempotency/intents.js";
import type * as keyed from "../../runtime/idempotency/keyed.js";
import type * as resolveIntent from "../../runtime/idempotency/resolve-intent.js";
import type { IntentFinding } from "../../runtime/idempotency/resolve-intent.js";
import type { CapabilitiesDescriptor } from "../../runtime/limits/capabilities.js";
import type * as connectLimits from "../../runtime/limits/obey-limits.js";
import type { LimitOptions } from "../../runtime/limits/obey-limits.js";
import type {
  BackgroundDescriptor,
  OperationHandle,
  ResultHandle,
} from "../../runtime/operations/operation-handle.js";
import type * as modifyInBackground from "../../runtime/operations/modify-in-background.js";
import type * as readStatus from "../../runtime/operations/operation-watch.js";
import type * as resumeOperation from "../../runtime/operations/handle.js";
import type * as startOperation from "../../runtime/operations/start-operation.js";
import type { StartedOrDone } from "../../runtime/operations/start-operation.js";
import type * as pages from "../../runtime/pages/pages.js";
import type { PageSequence } from "../../runtime/pages/pages.js";
import type { PagingDescriptor } from "../../runtime/pages/paging-descriptor.js";
import type { TokenExchangeOptions } from "../../runtime/token/token-exchange-config.js";
import type { OpenUnion, Unlisted, UnlistedNumber } from "../../runtime/values/unlisted.js";
import { byText } from "../../text/by-text.js";
import type { ImportPlan } from "./client-plan.js";
import { descriptorParts, type RuntimeName } from "./descriptor-parts.js";

interface Modules {
  readonly "call/call": typeof call;
  readonly "call/client-options": typeof clientOptions;
  readonly "call/core": typeof clientConnection;
  readonly "call/create-core": typeof createCore;
  readonly "token/with-scopes": typeof withScopes;
  readonly "token/scopes": typeof scopes;
  readonly "token/token-exchange": typeof tokenExchange;
  readonly "servers/resolve-server": typeof resolveServer;
  readonly "call/call-as": typeof callAs;
  readonly "streams/stream-call": typeof streamAs;
  readonly "streams/stream-events": typeof streamEvents;
  readonly "streams/stream-items": typeof streamItems;
  readonly "response/request-id": typeof keepRequestIds;
  readonly "pages/described-pages": typeof withPageHeaders;
  readonly "response/with-header-values": typeof withHeaderValues;
  readonly "credentials/api-key": typeof apiKey;
  readonly "credentials/authorization": typeof authorization;
  readonly "credentials/basic": typeof basic;
  readonly "credentials/bearer": typeof bearer;
  readonly "credentials/token-from": typeof tokenFrom;
  readonly "errors/error-body": typeof describedError;
  readonly "etag/versioned": typeof versioned;
  readonly "etag/keyed-changes": typeof versionedKeyed;
  readonly "etag/modify": typeof modify;
  readonly "idempotency/intents": typeof intentsOf;
  readonly "idempotency/keyed": typeof keyed;
  readonly "idempotency/resolve-intent": typeof resolveIntent;
  readonly "limits/obey-limits": typeof connectLimits;
  readonly "operations/modify-in-background": typeof modifyInBackground;
  readonly "operations/operation-watch": typeof readStatus;
  readonly "operations/handle": typeof resumeOperation;
  readonly "operations/start-operation": typeof startOperation;
  readonly "pages/pages": typeof pages;
}

/** A value and the module that exports it; wrong names do not compile. */
function value<Path extends keyof Modules>(
  module: Path,
  name: keyof Modules[Path] & string,
): [string, RuntimeName] {
  return [name, { module, type: false }];
}

/** Every type that generated code names; here only to be named. */
export type NamedTypes = [
  ApiResponse<unknown>,
  AuthorizationCallback,
  BasicCredential,
  BackgroundDescriptor,
  Call<unknown>,
  CallOptions,
  CapabilitiesDescriptor,
  ClientConnection,
  ClientOptions,
  ConditionalOptions,
  ContractFacts,
  Core,
  CredentialProvider,
  DescribedCall<unknown, unknown>,
  DescribedError<string, unknown>,
  DescribedResponse<unknown, unknown>,
  HeadersDescriptor,
  IntentFinding,
  IntentOptions,
  KeyedOptions,
  LimitOptions,
  ModifyDescriptor,
  ModifyOptions,
  NoInput,
  OpenEvent<unknown>,
  OpenUnion<unknown, string>,
  OperationDescriptor,
  OperationHandle,
  OtherSuccess,
  OwnKeyOptions,
  PageSequence<unknown, unknown>,
  PagingDescriptor,
  Rebuild<unknown, object>,
  Rebuilt<object, string>,
  ResultHandle<unknown>,
  SecretSource,
  ServerFacts,
  ServerOptions,
  ServerSentEvent,
  StartedOrDone<unknown, unknown>,
  StreamCall<unknown>,
  TokenCallback,
  TokenExchangeOptions,
  Unlisted,
  UnlistedNumber,
  Versioned<unknown>,
];

/** The other names. */
const others: readonly (readonly [string, RuntimeName])[] = [
  value("credentials/api-key", "apiKey"),
  value("credentials/authorization", "authorization"),
  value("credentials/basic", "basic"),
  value("credentials/bearer", "bearer"),
  value("call/call", "call"),
  value("call/client-options", "checkClientOptions"),
  value("call/core", "connectionOf"),
  value("call/core", "coreOf"),
  value("call/core", "keepCore"),
  value("call/core", "ownConnection"),
  value("token/with-scopes", "keepOptions"),
  value("token/with-scopes", "narrow"),
  value("call/create-core", "createCore"),
  value("errors/error-body", "hasDescribedBody"),
  value("idempotency/intents", "keepIntents"),
  value("response/request-id", "keepRequestIds"),
  value("idempotency/keyed", "keyed"),
  value("etag/modify", "modify"),
  value("etag/keyed-changes", "modifyKeyed"),
  value("idempotency/resolve-intent", "resolveIntent"),
  value("token/scopes", "knownScopes"),
  value("limits/obey-limits", "connectLimits"),
  value("limits/obey-limits", "obeyLimits"),
  value("pages/pages", "pages"),
  value("pages/described-pages", "withPageHeaders"),
  value("etag/versioned", "versioned"),
  value("etag/keyed-changes", "versionedKeyed"),
  value("servers/resolve-server", "resolveEndpoint"),
  value("servers/resolve-server", "resolveServer"),
  value("operations/modify-in-background", "modifyInBackground"),
  value("operations/operation-watch", "readStatus"),
  value("operations/handle", "resumeOperation"),
  value("operations/start-operation", "startOperation"),
  value("operations/start-operation", "startOrDone"),
  value("call/call-as", "callAs"),
  value("streams/stream-call", "streamAs"),
  value("streams/stream-call", "streamBytes"),
  value("streams/stream-events", "streamEvents"),
  value("streams/stream-items", "streamItems"),
  value("response/with-header-values", "withHeaderValues"),
  value("token/token-exchange", "tokenExchange"),
  value("credentials/token-from", "tokenFrom"),
  ...Object.entries({
    ApiResponse: "call/call",
    AuthorizationCallback: "credentials/authorization",
    BackgroundDescriptor: "operations/operation-handle",
    BasicCredential: "credentials/basic",
    Call: "call/call",
    CallOptions: "call/call-options",
    CapabilitiesDescriptor: "limits/capabilities",
    ClientConnection: "call/core",
    ClientOptions: "call/client-options",
    ConditionalOptions: "call/call-options",
    ContractFacts: "descriptors/contract-facts",
    Core: "call/core",
    CredentialProvider: "credentials/credential-provider",
    DescribedCall: "response/with-header-values",
    DescribedError: "errors/error-body",
    DescribedResponse: "response/with-header-values",
    HeadersDescriptor: "descriptors/operation-descriptor",
    IntentFinding: "idempotency/resolve-intent",
    IntentOptions: "idempotency/intents",
    KeyedOptions: "call/call-options",
    LimitOptions: "limits/obey-limits",
    ModifyDescriptor: "etag/modify",
    ModifyOptions: "etag/modify",
    NoInput: "call/call-options",
    OpenEvent: "streams/open-event",
    OpenUnion: "values/unlisted",
    OperationDescriptor: "descriptors/operation-descriptor",
    OperationHandle: "operations/operation-handle",
    OtherSuccess: "call/call-as",
    OwnKeyOptions: "call/call-options",
    PageSequence: "pages/pages",
    PagingDescriptor: "pages/paging-descriptor",
    Rebuild: "etag/modify",
    Rebuilt: "etag/modify",
    ResultHandle: "operations/operation-handle",
    SecretSource: "credentials/credential-provider",
    ServerFacts: "servers/resolve-server",
    ServerOptions: "servers/resolve-server",
    ServerSentEvent: "streams/stream-events",
    StartedOrDone: "operations/start-operation",
    StreamCall: "streams/stream-call",
    TokenCallback: "credentials/token-from",
    TokenExchangeOptions: "token/token-exchange-config",
    Unlisted: "values/unlisted",
    UnlistedNumber: "values/unlisted",
    Versioned: "http/strong-etag",
  }).map(([name, module]) => [name, { module, type: true }] as const),
];

/** Where generated code imports a name of the runtime from: the module under `runtime/`, without extension. */
export const runtimeNames: ReadonlyMap<string, RuntimeName> = new Map<string, RuntimeName>([
  ...descriptorParts,
  ...others,
]);

const namesOf = <Options>(names: Readonly<Record<keyof Options & string, true>>): readonly string[] =>
  Object.keys(names);

/** Names of the options in interfaces of the runtime that a client's own options extend; checked against those. */
export const optionNames = {
  IntentOptions: namesOf<IntentOptions>({ intents: true, intentRetention: true }),
  LimitOptions: namesOf<LimitOptions>({ pacing: true }),
  ServerOptions: namesOf<ServerOptions>({
    baseUrl: true,
    serverUrl: true,
    serverVariables: true,
    operationServers: true,
  }),
} as const;

/** Where names that are not the runtime's come from: name → module relative to the client's root, without extension. */
export type NameModules = ReadonlyMap<string, string>;

/**
 * The imports of a file, from the names that it uses: those of the runtime, of the client's own modules, and whole
 * operation modules. Names that neither knows are TypeScript's own (`Blob`, `Omit`) or the file's. Sorted by module.
 */
export function planImports(
  names: readonly string[],
  modules: NameModules,
  options: { readonly self: string; readonly namespaces?: readonly ImportPlan[] },
): readonly ImportPlan[] {
  const byModule = new Map<string, Map<string, boolean>>();
  for (const name of names) {
    const own = modules.get(name);
    const runtime = runtimeNames.get(name);
    const from = own ?? (runtime === undefined ? undefined : `runtime/${runtime.module}`);
    if (from === undefined || from === options.self) continue;
    const list = byModule.get(from) ?? new Map<string, boolean>();
    // Of the client itself, only the constants of `operations/` are values.
    list.set(name, own === undefined ? runtime?.type === true : !own.startsWith("operations/"));
    byModule.set(from, list);
  }
  const named = [...byModule].map(([from, list]) => ({
    from,
    names: [...list]
      .map(([name, type]) => ({ name, type }))
      .sort((left, right) => byText(left.name, right.name)),
  }));
  return [...named, ...(options.namespaces ?? [])].sort((left, right) => byText(left.from, right.from));
}
