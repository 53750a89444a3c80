/*
 * The plan: everything that was decided about a client, as data. Types only. Filled by the builders of `plan`, printed
 * by `emit`; templates and printers decide nothing.
 */
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { LockedNames } from "../../model/names/locked-names.js";
import type { ConstantReference } from "../../text/constant-reference.js";
import type { LostSign } from "../service/signs/sign.js";
import type { ContractTraits, OperationTraits, SwitchedOff } from "../service/traits/trait.js";
import type { DescriptorMembers, DescriptorPlan, ReferencePlan } from "./descriptor-plan.js";
import type { DeclarationPlan, DocPlan, MemberPlan, ModelFilePlan, TypePlan } from "./type-plan.js";

/** Filled by `planClient`; the root. */
export interface ClientPlan {
  /** Class of the client, Pascal case: `ExternalApi`. */
  readonly name: string;
  readonly contract: ContractPlan;
  readonly connection: ConnectionPlan;
  /** Methods of the client itself, sorted by name, and the imports they need. */
  readonly methods: readonly ClassMethodPlan[];
  readonly imports: readonly ImportPlan[];
  /** Sorted by name. */
  readonly resources: readonly ResourcePlan[];
  readonly models: readonly ModelFilePlan[];
  /** What webhooks and callbacks carry, by name; empty when the contract has none. */
  readonly webhooks: readonly WebhookPlan[];
  /** Interfaces of the headers that responses of several resources describe; empty when none does. */
  readonly headers: {
    readonly declarations: readonly DeclarationPlan[];
    readonly imports: readonly ImportPlan[];
  };
  /** Values of enums of texts, in models and inputs; empty when there are none. */
  readonly enums: readonly EnumListPlan[];
  readonly webhookImports: readonly ImportPlan[];
  /** The error bodies that the contract describes; undefined: it describes none. */
  readonly errors:
    { readonly operations: readonly ErrorBodiesPlan[]; readonly imports: readonly ImportPlan[] } | undefined;
  /** Options that were given and shaped the plan, for the manifest. */
  readonly options: Readonly<Record<string, string>>;
  /** What a person should know of decisions; each once. */
  readonly diagnostics: readonly Diagnostic[];
  /** Modules of the runtime that the client has, without extension; what they import comes along with them. */
  readonly runtimeModules: readonly string[];
  /** What the client's index hands on of them. */
  readonly runtimeExports: readonly RuntimeExport[];
  /** What was recognised, with reasons; read by `inspect`. */
  readonly traits: {
    readonly contract: ContractTraits;
    /** Traits of the contract as a whole that the configuration switches off. */
    readonly switchedOff: readonly SwitchedOff[];
    readonly operations: readonly RecognisedOperation[];
    /** What the contract shows, and no trait follows from. */
    readonly lost: readonly LostSign[];
  };
  /** For the manifest, so that names stay when the contract grows. */
  readonly names: LockedNames;
}

export interface ContractPlan {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** The version that the client compares with that of the server (VER-1), where that is another one. */
  readonly statedVersion?: string;
  readonly description: string;
  readonly digest: string;
  /** Initialiser of the generated `contract` constant, JSON values (`ContractFacts` of the runtime). */
  readonly facts: ContractFactsPlan;
  /** Problem codes that the contract names, sorted. */
  readonly codes: readonly string[];
  /** What `ProblemCode` stands for: the codes, and texts that are not listed unless enums are closed; undefined: there are none. */
  readonly codeType: TypePlan | undefined;
  /** Scopes that callers may request, sorted; empty: the client has no scopes in its types. */
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/** `ContractFacts` of the runtime. */
export interface ContractFactsPlan extends DescriptorMembers {
  readonly title: string;
  readonly version: string;
  /** Names of the fields whose values are kept out of sight. */
  readonly sensitive: readonly string[] | undefined;
}

/** JSON values as the plan carries them into constants. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** How the client reaches the server and proves who it is. */
export interface ConnectionPlan {
  readonly server: ServerPlan;
  readonly credentials: readonly CredentialPlan[];
  /** What the option `scopes` may hold, sorted; empty: the client has no such option, or the contract lists no scopes. */
  readonly knownScopes: readonly string[];
  /** How a first client is made. */
  readonly sample: SamplePlan;
  /** The constant that tells where limits are, and the operations module that has it. */
  readonly limits?: DescriptorReference;
  /** Response headers that identify a request; empty: none does. */
  readonly requestIds: readonly string[];
  /** Whether intents are kept: the contract has keyed creates. */
  readonly intents: boolean;
  /** How long they are, unless the client's user says otherwise: `24h`. */
  readonly intentRetention?: string;
  /** The creates whose texts say that time, where others say nothing of it: `POST /exports`. Empty: it is that of all. */
  readonly retentionOf: readonly string[];
  /** What the client's user gives: interfaces of the runtime that are extended, and members of its own. */
  readonly options: {
    readonly parents: readonly string[];
    readonly members: readonly MemberPlan[];
    /** Names of those that not every client has: any other is refused. */
    readonly names: readonly string[];
    /** Whether a client can be made without any. */
    readonly allOptional: boolean;
  };
  /** Imports of the module that connects. */
  readonly imports: readonly ImportPlan[];
  /** Imports of the module that says what the contract is. */
  readonly contractImports: readonly ImportPlan[];
}

export interface ServerPlan {
  /** Path or absolute URL template of the contract's first server. */
  readonly url: string;
  /** False: `baseUrl` or `serverUrl` must be given, because the contract names no host that requests can go to. */
  readonly absolute: boolean;
  /** The contract's servers after the first, in its order: templates, as it has them. */
  readonly others: readonly OtherServerPlan[];
  readonly variables: readonly ServerVariablePlan[];
  /** Those of servers that operations have of their own, and the contract's first has not; each name once. */
  readonly elsewhere: readonly string[];
  /** Servers of operations that have several of their own, by the first of them, in the order of the operations. */
  readonly ofOperations: readonly ServerChoicePlan[];
  /** What fills the address; absent: it has no variables, and no operation has servers to choose from. */
  readonly fill?: ReferencePlan;
}

/** A server that may be called in place of the first. */
interface OtherServerPlan {
  readonly url: string;
  /** As the contract has it, where that is a host without a scheme: a caller may write it so. */
  readonly written?: string;
  readonly description: string;
}

/** What may be called in place of a server that is the first of operations' own. */
export interface ServerChoicePlan {
  readonly url: string;
  /** See {@link OtherServerPlan}. */
  readonly written?: string;
  readonly others: ServerPlan["others"];
  /** The operations that have it first: `files.upload`. */
  readonly operations: readonly string[];
}

/** What the example in the client's `README.md` shows. */
export interface SamplePlan {
  /** The option that says where the API is; absent where the contract's first server will do. */
  readonly address?: { readonly option: "baseUrl" | "serverUrl"; readonly url: string };
  /** The contract's first server, where credentials are not sent to it. */
  readonly unprotected?: string;
  /** Those of one alternative, sorted by scheme: enough for as many operations as one can be. */
  readonly credentials: readonly CredentialPlan[];
  /** The schemes of each other alternative that some operation can be called with, although those would do. */
  readonly others: readonly (readonly string[])[];
  /** The schemes of each alternative of operations that those do not do for. */
  readonly further: readonly (readonly string[])[];
}

/** A server that an operation has of its own, as the runtime fills it, and those that can be called in its place. */
export type ServerTemplatePlan = Readonly<{
  url: string;
  variables?: Readonly<Record<string, string>>;
  choices?: readonly Readonly<{ name: string; values: readonly string[] }>[];
  others?: readonly (string | ServerTemplatePlan)[];
}>;

/** A variable of a server's address. */
export interface ServerVariablePlan {
  readonly name: string;
  readonly default: string;
  /** All that it may be; empty: anything. */
  readonly values: readonly string[];
  readonly description: string;
}

/** One security scheme and what supplies it. */
export type CredentialPlan = {
  readonly scheme: string;
  /** The contract's own words; empty where it has none. */
  readonly description: string;
  /** What is given and where it goes, in a sentence. */
  readonly what: string;
} & (
  | { readonly kind: "tokenExchange"; readonly exchange: TokenExchangePlan }
  | { readonly kind: "bearer" }
  | { readonly kind: "token" }
  | { readonly kind: "basic" }
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly parameter: string }
  /** HTTP authentication whose value of `Authorization` the caller gives; its name in lower case. */
  | { readonly kind: "authorization"; readonly authentication: string }
);

/** RFC 8693, as the contract words it (TOK-1). */
export interface TokenExchangePlan {
  /** Server of the token operation when it is not the contract's, and its path. */
  readonly server: string | ServerTemplatePlan | undefined;
  /** What gives the address of the endpoint: of a server with variables, more than of another. */
  readonly resolver: "resolveEndpoint" | "resolveOwnServer";
  readonly path: string;
  readonly grantType: string;
  /** What the request is in, where that is JSON and not a form. */
  readonly mediaType: string | undefined;
  /** `<vendor>` in it stands for the word that the contract leaves open (TOK-2). */
  readonly subjectTokenType: string;
  readonly vendor: string | undefined;
  /** Undefined: the contract leaves it open, and it is not asked for. */
  readonly requestedTokenType: string | undefined;
  /** What tokens are for, where it is not the address of the contract's server: an address, in two parts, or another URI. False: not sent. */
  readonly resource: TargetPlan | undefined | false;
  readonly audience: string | undefined;
  /** A token is not given without a scope. */
  readonly requiresScope: boolean;
  /** Fields that the response must have. */
  readonly responseFields: readonly string[];
  /** Path of the object in the response that has them, where it is not the response itself. */
  readonly responseAt: string | undefined;
}

/** What a token is for: an address of its own on the service's host or, without `server`, below the server that is called; or a URI that stays as it is. */
export type TargetPlan =
  { readonly server: string | undefined; readonly path: string } | { readonly uri: string };

/** A constant of an `operations/` module. */
interface DescriptorReference {
  /** Resource file: `cabinets`. */
  readonly file: string;
  /** Constant: `list`. */
  readonly constant: string;
}

/** The JSON bodies of an operation's errors: a member of the interface `ErrorBodies`. */
export interface ErrorBodiesPlan {
  /** `pets.list` */
  readonly operation: string;
  /** `Record<404 | 409, Problem>` */
  readonly type: TypePlan;
}

/** One resource: a class, the inputs and headers of its methods, and its descriptors. */
export interface ResourcePlan {
  /** Member of the client: `cabinets`. */
  readonly member: string;
  /** `CabinetsResource`. */
  readonly className: string;
  readonly doc: DocPlan;
  /** Kebab case, without extension; the same in `resources/` and `operations/`. */
  readonly file: string;
  readonly methods: readonly MethodPlan[];
  readonly descriptors: readonly DescriptorPlan[];
  /** Inputs of its methods, and headers that they alone hand out; sorted by name. */
  readonly declarations: readonly DeclarationPlan[];
  readonly imports: {
    readonly resource: readonly ImportPlan[];
    readonly operations: readonly ImportPlan[];
  };
}

/** One import declaration; `from` is relative to the client's root, without extension. */
export interface ImportPlan {
  readonly from: string;
  /** `import * as alias`; otherwise `names`. */
  readonly namespace?: string;
  readonly names: readonly { readonly name: string; readonly type: boolean }[];
}

/** One method of a class: a signature and one delegating call. It keeps its class when it is taken out of the object. */
export interface ClassMethodPlan {
  readonly name: string;
  readonly doc: DocPlan;
  /** Sets of scopes, any one of which is enough; the type of `this` asks for one (ACC-2). Empty: none is needed. */
  readonly scopes: readonly (readonly string[])[];
  readonly parameters: readonly {
    readonly name: string;
    readonly type: TypePlan;
    /** `name?: T`. */
    readonly optional: boolean;
  }[];
  readonly returns: TypePlan;
  readonly call: {
    /** Function of the runtime. Its type arguments follow from what the method returns. */
    readonly callee: string;
    /** Its first argument: what the client's resources share, or what `connectExternalApi` returned to the client itself. */
    readonly holder: "core" | "connection";
    /** Its arguments between that and the parameters of the method, all of which it takes, in order. */
    readonly constants: readonly ArgumentPlan[];
    /** A function of the runtime that takes the call and the descriptor, and gives what is returned. */
    readonly within?: { readonly callee: string; readonly descriptor: ConstantReference };
  };
}

/** What a method hands to the function that it calls, beside its parameters. */
export type ArgumentPlan =
  /** A constant of an operations module. */
  | { readonly kind: "constant"; readonly reference: ConstantReference }
  | { readonly kind: "text"; readonly value: string };

/** A method of a resource. */
export interface MethodPlan extends ClassMethodPlan {
  /** For `api.md`: the line that lists the method. */
  readonly listing: {
    readonly verb: string;
    readonly path: string;
    readonly scopes: string;
    readonly summary: string;
    /** Of the contract: its first sentence is listed where the summary is missing. */
    readonly description: string;
  };
}

export interface WebhookPlan {
  /** Member of `WebhookPayloads`, `WebhookHeaders` and `WebhookQueries`. */
  readonly name: string;
  readonly doc: DocPlan;
  /** Undefined: no body is described. */
  readonly payload?: TypePlan;
  /** An object, or the member of `WebhookHeaders` that is alike; undefined: none are described. */
  readonly headers?: TypePlan;
  /** As `headers`, of the query. */
  readonly query?: TypePlan;
}

/** An operation and what was recognised in it. */
export interface RecognisedOperation {
  /** `cabinets.list` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  /** Sets of scopes, any one of which is enough. */
  readonly scopes: readonly (readonly string[])[];
  /** Statuses of the described redirects whose address a call gives: `302`, `3XX`. */
  readonly addresses: readonly string[];
  readonly traits: OperationTraits;
  /** The verb of a change that its text, its name or its scopes have. */
  readonly change?: string;
  /** Traits that the contract shows and the configuration switches off. */
  readonly switchedOff: readonly SwitchedOff[];
  /** Undefined: it has no method of its own, for the reason given. */
  readonly omitted?: string;
}

/** One module of the runtime and what the client's index exports of it. */
export interface RuntimeExport {
  readonly module: string;
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** A constant with the values of an enum. */
export interface EnumListPlan {
  readonly name: string;
  /** What has these values, in Markdown: `` `OrderStatus` ``, `` `Order["size"]` ``, `` `kind` of `orders.count` ``. */
  readonly of: string;
  readonly values: readonly string[];
}
