import type { ServerResponse } from "node:http";
import type { Incoming } from "./incoming.js";

/** Responses a request, whatever becomes of it. */
export type RouteHandler = (incoming: Incoming, response: ServerResponse) => Promise<void> | void;

/** What an address leads to. */
export interface Route {
  /** By method, in upper case. */
  readonly handlers: ReadonlyMap<string, RouteHandler>;
  /** Path parameters, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
}

interface Template {
  readonly segments: readonly string[];
  readonly handlers: Map<string, RouteHandler>;
}

/** Addresses by their path templates: `/cabinets/{cabinetId}`. A parameter is one whole segment. */
export class Router {
  readonly #templates = new Map<string, Template>();

  /** @param template - starts with `/` */
  add(method: string, template: string, handler: RouteHandler): void {
    const known = this.#templates.get(template);
    const { handlers } = known ?? { handlers: new Map<string, RouteHandler>() };
    if (known === undefined) this.#templates.set(template, { segments: template.split("/"), handlers });
    handlers.set(method, handler);
  }

  /**
   * @param path - as it was sent, without query
   * @throws URIError for an invalid percent-encoding
   */
  find(path: string): Route | undefined {
    const segments = path.split("/").map(decodeURIComponent);
    const fitting = [...this.#templates.values()].filter((template) => fits(template, segments));
    // A template without parameters names its address better than one with them (OpenAPI, "Path Templating Matching").
    const best = fitting.sort((one, other) => parametersOf(one) - parametersOf(other))[0];
    if (best === undefined) return undefined;
    const parameters = best.segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), segments[index] ?? ""] as const] : [],
    );
    return { handlers: best.handlers, path: Object.fromEntries(parameters) };
  }
}

function fits({ segments }: Template, given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, index) =>
      isParameter(segment) ? given[index] !== "" : segment === given[index],
    )
  );
}

function parametersOf({ segments }: Template): number {
  return segments.filter(isParameter).length;
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}
