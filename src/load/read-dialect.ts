import { UserError } from "../text/user-error.js";
import type { LoadedContract } from "./loaded-contract.js";

/** A document that says that it is OpenAPI of a version that is understood. */
export interface RecognisedDocument {
  readonly dialect: LoadedContract["dialect"];
  readonly root: Record<string, unknown>;
}

/**
 * Which OpenAPI a parsed document is written in.
 *
 * @param where the document's name, for messages
 * @throws UserError (3) for everything that is not OpenAPI 3.0, 3.1 or 3.2: empty, no object, another format, another
 *   version. Says which, and how to get on.
 */
export function readDialect(parsed: unknown, where: string): RecognisedDocument {
  if (parsed === null) throw refusal("The contract is empty.", "Check what wrote it, or the path.", where);
  if (typeof parsed !== "object" || Array.isArray(parsed)) {
    const what = Array.isArray(parsed) ? "a list" : `a ${typeof parsed}`;
    throw refusal(
      `The contract is ${what}, not an OpenAPI document.`,
      'An OpenAPI document is an object that begins with "openapi: 3.1.0" or the like.',
      where,
    );
  }
  const root = parsed as Record<string, unknown>;
  refuseOtherFormats(root, where);
  return { dialect: dialectOf(root["openapi"], where), root };
}

function refuseOtherFormats(root: Readonly<Record<string, unknown>>, where: string): void {
  if (root["swagger"] !== undefined) {
    throw refusal(
      `This is Swagger ${shown(root["swagger"])}, the format before OpenAPI 3.`,
      "Convert it once with `npx swagger2openapi FILE -o openapi.yaml`, or with the converter at converter.swagger.io.",
      where,
    );
  }
  for (const [key, format] of [
    ["asyncapi", "AsyncAPI, which describes messages and not HTTP calls"],
    ["arazzo", "an Arazzo workflow, which refers to OpenAPI documents"],
    ["overlay", "an OpenAPI Overlay, which changes OpenAPI documents"],
    ["openrpc", "OpenRPC, which describes JSON-RPC and not HTTP calls"],
  ] as const) {
    if (root["openapi"] === undefined && root[key] !== undefined) {
      throw refusal(`This is ${format}.`, "Name the OpenAPI document itself.", where);
    }
  }
}

function dialectOf(version: unknown, where: string): LoadedContract["dialect"] {
  if (version === undefined) {
    throw refusal(
      'This is not an OpenAPI document: it has no "openapi" at its top level.',
      'An OpenAPI document begins with "openapi: 3.1.0" or the like. A file of a split contract is named by its root.',
      where,
    );
  }
  const written = typeof version === "string" || typeof version === "number" ? String(version) : "";
  const [, dialect, patch] = /^(3\.[012])(\..*|$)/su.exec(written) ?? [];
  if (isDialect(dialect) && patch !== undefined) {
    // A patch number, of a draft with its word: 3.1.0-rc1. It may be absent, which is said elsewhere.
    if (/^(?:\.\d+(?:-[\dA-Za-z.-]+)?)?$/u.test(patch)) return dialect;
    throw refusal(
      `The version of OpenAPI must have the form ${dialect}.0 (got ${shown(version)}).`,
      `Write the version that the contract follows, as in openapi: "${dialect}.0".`,
      where,
    );
  }
  throw refusal(
    `OpenAPI ${shown(version)} is not supported.`,
    'Supported are 3.0, 3.1 and 3.2; the version is written in full and as a text, as in openapi: "3.1.0".',
    where,
  );
}

function isDialect(text: string | undefined): text is LoadedContract["dialect"] {
  return text === "3.0" || text === "3.1" || text === "3.2";
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 40);
}

function refusal(what: string, remedy: string, where: string): UserError {
  return new UserError(3, what, { remedy, where });
}
