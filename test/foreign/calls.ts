import type { Members } from "./dialect.js";

/** A page of a list. */
export interface Page {
  readonly items: readonly Members[];
  readonly bookmark?: unknown;
}

/** A paged call. */
export interface Paged extends AsyncIterable<Members>, PromiseLike<unknown> {
  pages(options?: Members): AsyncIterable<Page>;
  toArray(options?: Members): Promise<readonly Members[]>;
  first(): Promise<Members | undefined>;
}

/** A call. */
export interface Called<Value> extends PromiseLike<Value> {
  withResponse(): Promise<{ readonly status: number; readonly headers: Headers; readonly value: Value }>;
}

/** A background operation. */
export interface Handle {
  readonly id: string;
  status(options?: Members): Promise<{ readonly status: string; readonly outcome: string }>;
  wait(options?: Members): Promise<{ readonly status: string; readonly outcome: string }>;
  results(options?: Members): Paged;
}

/** A value with its validator. */
export interface Read {
  readonly value: unknown;
  readonly etag: string;
}

/** Options of a call, as clients take them. */
export type Options = Members;

/** The calls of a client, by what the service calls them; each contract spells them in its own way. */
export interface Calls {
  /** The client itself. */
  readonly api: unknown;
  connect(): Promise<unknown>;
  resolveIntent(name: string, outcome: "happened" | "did-not-happen"): Promise<unknown>;
  capabilities(): Called<unknown>;
  list(size?: number, options?: Options): Paged;
  search(text: string, size?: number, options?: Options): Paged;
  context(cabinetId: string, options?: Options): Called<unknown>;
  settings(cabinetId: string, options?: Options, context?: Context): Called<Read>;
  changeSettings(
    cabinetId: string,
    missedCalls: boolean,
    options: Options,
    context?: Context,
  ): Called<Handle>;
  modifySettings(
    cabinetId: string,
    rebuild: () => boolean | undefined | Promise<boolean | undefined>,
    options?: Options,
    context?: Context,
    /** What the rebuilt change names in place of what was read. */
    other?: { readonly cabinetId?: string; readonly context?: Context },
  ): Called<{ readonly outcome: string; readonly handle?: Handle }>;
  analyticsConfig(cabinetId: string): Called<Read>;
  changeAnalyticsConfig(cabinetId: string, days: number, options: Options): Called<Handle>;
  sources(cabinetId: string, projectId: string): Called<Read>;
  changeSources(
    cabinetId: string,
    projectId: string,
    source: { readonly id: string; readonly name: string },
    options: Options,
  ): Called<Handle>;
  analytics(cabinetId: string, size?: number): Paged;
  deals(cabinetId: string, size?: number, phone?: string): Paged;
  importDeals(
    cabinetId: string,
    projectId: string,
    given: { readonly phones: readonly string[]; readonly reason: string; readonly context?: Context },
    options?: Options,
  ): Called<Handle>;
  exportDeals(cabinetId: string, reason: string, options?: Options): Called<Handle>;
  createProject(cabinetId: string, name: string): Called<Handle>;
  createOther(cabinetId: string, projectId: string, name: string): Called<Handle>;
  renameProject(cabinetId: string, projectId: string, name: string): Called<Handle>;
  pauseProject(cabinetId: string, projectId: string): Called<Handle>;
  operation(id: string): Called<unknown>;
  resume(id: string, startedAt?: string): Handle;
}

/** A context of a cabinet. */
export interface Context {
  readonly namespaceId: string;
  readonly placementId: string;
}

/** A method of a client. */
export type Method = (...given: readonly unknown[]) => never;

/** A client whose types are known where it is generated alone. */
export type Client = Readonly<Record<string, Readonly<Record<string, Method>>>> & {
  connect(): Promise<unknown>;
  resolveIntent(name: string, outcome: string): Promise<unknown>;
};

/** A method of a resource. @throws Error when the client does not have it */
export function methodOf(client: Client, resource: string, name: string): Method {
  const holder = client[resource];
  const method = holder?.[name];
  if (method === undefined) throw new Error(`The client has no ${resource}.${name}.`);
  return method.bind(holder);
}
