import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { byText } from "../../text/by-text.js";
import type { OAuthFlowModel, ScopeModel, SecuritySchemeModel } from "../api-model.js";
import { isObject, objectMember, sortedMembers, textMember } from "../document/json-members.js";
import { resolveReference } from "../document/resolve-reference.js";

const FLOWS = [
  "authorizationCode",
  "clientCredentials",
  "deviceAuthorization",
  "implicit",
  "password",
] as const satisfies readonly OAuthFlowModel["kind"][];

/** The security schemes of a document, sorted by name (OpenAPI, Security Scheme Object). */
export function buildSecuritySchemes(document: JsonObject): readonly SecuritySchemeModel[] {
  const pointer = "#/components/securitySchemes";
  return sortedMembers(objectMember(objectMember(document, "components"), "securitySchemes")).flatMap(
    ([name, json]) => {
      const located = resolveReference(document, json, appendPointer(pointer, name));
      if (located === undefined) return [];
      const description = textMember(located.json, "description");
      const scheme = buildKind(located.json);
      if (scheme === undefined) return [];
      return [
        {
          name,
          ...(description === undefined ? {} : { description }),
          origin: { pointer: located.pointer },
          ...scheme,
        },
      ];
    },
  );
}

type Kind<Scheme = SecuritySchemeModel> = Scheme extends unknown
  ? Omit<Scheme, "name" | "description" | "origin">
  : never;

function buildKind(json: JsonObject): Kind | undefined {
  switch (textMember(json, "type")) {
    case "http":
      return buildHttp(json);
    case "apiKey":
      return {
        kind: "apiKey",
        in:
          (["header", "query", "cookie"] as const).find((place) => place === textMember(json, "in")) ??
          "header",
        parameter: textMember(json, "name") ?? "Authorization",
      };
    case "oauth2":
      return buildOAuth(json);
    case "openIdConnect":
      return { kind: "openIdConnect", url: textMember(json, "openIdConnectUrl") ?? "" };
    case "mutualTLS":
      return { kind: "mutualTLS" };
    default:
      return undefined;
  }
}

function buildHttp(json: JsonObject): Kind {
  const scheme = (textMember(json, "scheme") ?? "").toLowerCase();
  const format = textMember(json, "bearerFormat");
  if (scheme === "bearer") return { kind: "bearer", ...(format === undefined ? {} : { format }) };
  return scheme === "basic" ? { kind: "basic" } : { kind: "http", scheme };
}

function buildOAuth(json: JsonObject): Kind {
  const flows = objectMember(json, "flows");
  const scopes = new Map<string, string>();
  const models = FLOWS.flatMap((kind): readonly OAuthFlowModel[] => {
    const flow = objectMember(flows, kind);
    if (!isObject(flow)) return [];
    for (const [scope, description] of sortedMembers(objectMember(flow, "scopes"))) {
      scopes.set(scope, typeof description === "string" ? description : "");
    }
    const urls = (["tokenUrl", "refreshUrl", "authorizationUrl"] as const).flatMap((name) => {
      const url = textMember(flow, name);
      return url === undefined ? [] : [[name, url] as const];
    });
    return [{ kind, ...Object.fromEntries(urls) }];
  });
  const sorted: readonly ScopeModel[] = [...scopes]
    .map(([name, description]) => ({ name, description }))
    .sort((left, right) => byText(left.name, right.name));
  return { kind: "oauth2", flows: models, scopes: sorted };
}
