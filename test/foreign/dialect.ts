/** A JSON object. */
export type Members = Record<string, unknown>;

/** What a request says, in either spelling. */
export interface Request {
  /** Values of path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Members;
}

/** One operation in both spellings. */
export interface Route {
  /** Method and path of the contract: `POST /v1/external/Cabinets/Search`. */
  readonly theirs: string;
  /** Method and path of the sandbox: `POST /cabinets/search`. */
  readonly ours: string;
  /** What the sandbox is sent; members that are undefined are omitted. */
  readonly request: (given: Request) => {
    readonly [Part in keyof Request]?: Readonly<Record<string, unknown>>;
  };
  /** Body of a success. */
  readonly response: (body: Members, given: Request) => unknown;
  /**
   * `started`: it responds with 202 in both. `made`: the sandbox makes the change at once, the contract responds with 202 and
   * an operation, which has ended. `status`: it gives the state of either.
   */
  readonly background?: "started" | "made" | "status";
}

/** A problem of the sandbox. */
export interface SandboxProblem extends Members {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
}

/** How a contract spells what the sandbox does. */
export interface Dialect {
  readonly name: string;
  /** Class of the client. */
  readonly client: string;
  readonly origin: string;
  readonly tokenPath: string;
  /** What a token is for. */
  readonly apiUrl: string;
  readonly vendor: string;
  readonly routes: readonly Route[];
  readonly problem: (problem: SandboxProblem) => { readonly status: number; readonly body: Members };
  /** Address of an operation. */
  readonly location: (operationId: string) => string;
}

/** `cabinet_not_found` → `CabinetNotFound` */
export function pascal(text: string): string {
  return text.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `FirstTouch` → `first_touch` */
export function snake(text: string): string {
  return text.replace(/(?<=.)[A-Z]/g, "_$&").toLowerCase();
}

/** An object among the members of another; empty where there is none. */
export function inner(members: Members, name: string): Members {
  const value = members[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** A list of objects among the members of another; empty where there is none. */
export function list(members: Members, name: string): readonly Members[] {
  const value = members[name];
  return Array.isArray(value) ? (value as Members[]) : [];
}

/** An integer of a query; undefined where there is none. */
export function integer(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
