import type { SecuritySchemeModel } from "../../../model/api-model.js";

/** Whether a call sends a bearer token under a security scheme: one that has scopes, and that an exchange can give. */
export function takesBearer({ kind }: Pick<SecuritySchemeModel, "kind">): boolean {
  return kind === "bearer" || kind === "oauth2" || kind === "openIdConnect";
}
