import type { Rules } from "../rule.js";

/** Diagnostics of servers and credentials. */
export const accessRules = {
  "security/undefined-scheme": {
    level: "warning",
    message: "The contract has no security scheme {schemes:list}; the client ignores this alternative.",
    remedy: "Declare the scheme in `components.securitySchemes`, or correct its name.",
    changesClient: true,
  },
  "security/unprotected-call": {
    level: "warning",
    message: "The contract has no security scheme {schemes:list}; the client sends no credentials here.",
    remedy: "Declare the scheme in `components.securitySchemes`, or correct its name.",
    changesClient: true,
  },
  "security/undeclared": {
    level: "warning",
    message:
      "Calls may need credentials: {shown:text}, but {missing:text}. The client does not send credentials.",
    remedy:
      "Declare the scheme in `components.securitySchemes` and in `security`, or in an overlay. Where `inspect` prints one, add it to `overlays` of cabinetry.yaml. Where calls need no credentials, write `security: false` there.",
    changesClient: true,
  },
  "security/passed-key": {
    level: "warning",
    message: "Calls may need a credential beside those of `security`: {shown:text}, but {missing:text}.",
    remedy:
      "Declare the scheme in `components.securitySchemes`, and name it beside the others in `security`, in the contract or in an overlay. Where calls are to pass it, write `security: false` in cabinetry.yaml.",
  },
  "security/server-variable": {
    level: "warning",
    message: "Calls may need a credential in the address of the server: {shown:text}, but {missing:text}.",
    remedy:
      "Give the value in the client's option `serverVariables`. Where it gives no access, write `security: false` in cabinetry.yaml.",
  },
  "security/unused-scheme": {
    level: "warning",
    message:
      "Calls may need other credentials: {shown:text}, but {missing:text}. The client does not send these.",
    remedy:
      "Name the scheme in the `security` of the operations that need it, in the contract or in an overlay. Where no call needs it, write `security: false` in cabinetry.yaml.",
  },
  "security/shared-place": {
    level: "warning",
    message:
      "The {location:text} holds one credential: the client sends that of {sent}, not that of {omitted:list}.",
    remedy: "List the schemes as alternatives, or use different places.",
    changesClient: true,
  },
  "security/invalid-header-name": {
    level: "warning",
    message: "{name} is not a valid header name; calls that need the key {scheme} fail before they are sent.",
    remedy: "Correct the name (RFC 9110, section 5.6.2).",
    changesClient: true,
  },
  "security/client-certificate": {
    level: "warning",
    message: "The client presents no certificate for {scheme}.",
    remedy: "Pass a `fetch` that presents the certificate.",
    changesClient: true,
  },
  "security/other-http-scheme": {
    level: "warning",
    message:
      "The client computes no credentials of the HTTP scheme {authentication}. It sends `credentials` of {scheme} unchanged in `Authorization`.",
    remedy: "Pass the finished value of the header as `credentials`.",
    changesClient: true,
  },
  "security/signature": {
    level: "warning",
    message:
      "The client signs no requests. It sends the `credentials` of {scheme} unchanged with each of them.",
    remedy:
      "Pass a `fetch` that signs the request. Where requests need no signature, write `security: false` in cabinetry.yaml.",
    changesClient: true,
  },
  "security/key-parameter": {
    level: "info",
    message: "The client omits the {location:text} parameter {name}: it is the API key of {scheme}.",
    remedy: "Pass the key as a credential.",
  },
  "server/user-information": {
    level: "warning",
    message: "The server's URL has a user name or password; the client refuses to call it.",
    remedy: "Pass the whole address as `serverUrl`, or correct the contract.",
    changesClient: true,
  },
  "server/not-http": {
    level: "warning",
    message: "The server's URL has the scheme {scheme}; the client calls only `https:` and `http:`.",
    remedy: "Pass the whole address as `serverUrl`, or correct the contract.",
    changesClient: true,
  },
  "server/unprotected": {
    level: "warning",
    message: "The client sends no credentials to {server}, which is not https. Pass one of: {options:list}.",
    remedy: "Pass an https address, or correct the contract.",
    changesClient: true,
  },
  "server/without-scheme": {
    level: "warning",
    message: "The server's URL has no scheme; the client uses https.",
    remedy: "Pass `baseUrl` or `serverUrl` if the server has another scheme.",
    changesClient: true,
  },
} as const satisfies Rules;
