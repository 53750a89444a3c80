import type { Convention, DiffRules } from "./diff-rule.js";

const declared: Convention = {
  level: "compatible",
  reason: "A declaration alone asks for nothing. The requirements of the operations are judged on their own.",
};

const tokenAddress: Convention = {
  level: "risky",
  reason: "Whether the old address goes on issuing tokens is not in the contract.",
};

const listed: Convention = {
  level: "docs",
  reason: "The list of scopes only describes them. The scopes that operations require are judged there.",
};

/** Section C of the catalogue. */
export const securityRules = {
  "security.alternative-added": {
    catalogue: "C1",
    directed: true,
    title: "{element:text} also accepts {new}.",
    why: {
      request: "Callers go on using the credentials that they have.",
      response: "The API may come with credentials that the receiver does not know.",
    },
    mirror: "security.alternative-removed",
  },
  "security.required": {
    catalogue: "C2",
    directed: true,
    title: "{element:text} requires credentials now: {ways:list}.",
    why: {
      request: "Callers without credentials are refused.",
      response: "Receivers may ignore the credentials.",
    },
    runtime: "Calls without credentials get 401.",
    mirror: "security.not-required",
  },
  "security.not-required": {
    catalogue: "C2 C3",
    directed: true,
    title: "{element:text} no longer requires credentials.",
    why: {
      request: "Calls with credentials go on working.",
      response: "Receivers that check credentials refuse what comes without.",
    },
    mirror: "security.required",
  },
  "security.alternative-removed": {
    catalogue: "C3",
    directed: true,
    title: "{element:text} no longer accepts {old}.",
    why: {
      request: "Callers who use these credentials are refused.",
      response: "Receivers are still able to check what comes.",
    },
    runtime: "Calls with these credentials get 401.",
    mirror: "security.alternative-added",
  },
  "security.scope-added": {
    catalogue: "C4",
    directed: true,
    title: "{element:text} requires more scopes of {scheme}: {scopes:list}.",
    why: {
      request: "Callers whose tokens do not have them are refused.",
      response: "The API comes with more rights than before.",
    },
    runtime: "Calls with older tokens get 403.",
    mirror: "security.scope-removed",
  },
  "security.scope-removed": {
    catalogue: "C5",
    directed: true,
    title: "{element:text} requires fewer scopes of {scheme}: no longer {scopes:list}.",
    why: {
      request: "Tokens that have them go on working.",
      response: "Receivers that check these scopes refuse what comes without.",
    },
    mirror: "security.scope-added",
  },
  "security.scheme-added": {
    catalogue: "C4",
    directed: true,
    title: "{element:text} requires {schemes:list} in addition.",
    why: {
      request: "Callers who send only the credentials of before are refused.",
      response: "Receivers may ignore the additional credentials.",
    },
    runtime: "Calls without the additional credentials get 401.",
    mirror: "security.scheme-dropped",
  },
  "security.scheme-dropped": {
    catalogue: "C5",
    directed: true,
    title: "{element:text} no longer requires {schemes:list} in addition.",
    why: {
      request: "Calls that send it go on working.",
      response: "Receivers that check these credentials refuse what comes without.",
    },
    mirror: "security.scheme-added",
  },
  "security.scheme-replaced": {
    catalogue: "C1 C3",
    directed: true,
    title: "{element:text} requires {new} instead of {old}.",
    why: {
      request: "Callers who send the credentials of before are refused.",
      response: "The API may come with credentials that the receiver does not know.",
    },
    runtime: "Calls with the credentials of before get 401.",
    mirror: "security.scheme-replaced",
  },
  "security.joined": {
    catalogue: "C3 C4",
    directed: true,
    title: "{element:text} requires {whole}, no longer one of {ways:list}.",
    why: {
      request: "Callers who send only one of them are refused.",
      response: "Receivers may ignore the additional credentials.",
    },
    runtime: "Calls without all of them get 401.",
    mirror: "security.split",
  },
  "security.split": {
    catalogue: "C1 C5",
    directed: true,
    title: "{element:text} accepts one of {ways:list}, and no longer requires {whole}.",
    why: {
      request: "Callers who send all of them are accepted as before.",
      response: "Receivers that require all of them refuse messages.",
    },
    mirror: "security.joined",
  },
  "security-scheme.added": {
    catalogue: "C6",
    directed: false,
    title: "{element:text} was declared.",
    why: "It asks for nothing until an operation requires it.",
    convention: declared,
    mirror: "security-scheme.removed",
  },
  "security-scheme.removed": {
    catalogue: "C6",
    directed: false,
    title: "The declaration of {element:text} was removed.",
    why: "Generated clients lose the option for its credentials. Operations that required it are judged on their own.",
    convention: declared,
    mirror: "security-scheme.added",
  },
  "security-scheme.renamed": {
    catalogue: "C6",
    directed: false,
    title: "{element:text} was renamed to {new}.",
    why: "The name is not part of any message. Generated clients name the option for the credentials by it.",
    convention: { level: "compatible", reason: "The same credentials are sent in the same way." },
    mirror: "security-scheme.renamed",
  },
  "security-scheme.changed": {
    catalogue: "C7",
    directed: true,
    title: "{element:text} changed: {members:list}.",
    why: {
      request: "Callers send credentials in the old way, which the API no longer reads.",
      response: "The API sends credentials in another way than receivers read.",
    },
    runtime: "Calls get 401.",
    mirror: "security-scheme.changed",
  },
  "security-scheme.flow-added": {
    catalogue: "C7",
    directed: true,
    title: "{element:text} offers the OAuth flow {flow}.",
    why: "Callers go on using the flow that they know.",
    convention: declared,
    mirror: "security-scheme.flow-removed",
  },
  "security-scheme.flow-removed": {
    catalogue: "C7",
    directed: true,
    title: "{element:text} no longer offers the OAuth flow {flow}.",
    why: "Callers who use this flow get no more tokens.",
    runtime: "Fetching a token fails.",
    convention: { response: { level: "compatible", reason: "Receivers fetch no tokens." } },
    mirror: "security-scheme.flow-added",
  },
  "security-scheme.url-changed": {
    catalogue: "C8",
    directed: true,
    title: "{member} of the OAuth flow {flow} of {element:text} changed.",
    why: "Released clients fetch their tokens from the old address.",
    runtime: "Fetching a token may fail.",
    convention: tokenAddress,
    mirror: "security-scheme.url-changed",
  },
  "security-scheme.metadata-url-changed": {
    catalogue: "C8",
    directed: true,
    title: "The metadata URL of {element:text} changed.",
    why: "Clients that read the addresses of the authorization server there go on reading the old ones.",
    runtime: "Fetching a token may fail.",
    convention: tokenAddress,
    mirror: "security-scheme.metadata-url-changed",
  },
  "security-scheme.scope-declared": {
    catalogue: "C9",
    directed: false,
    title: "{element:text} lists the scope {scope}.",
    why: "Tokens may be requested with it. Operations that require it are judged on their own.",
    convention: listed,
    mirror: "security-scheme.scope-undeclared",
  },
  "security-scheme.scope-undeclared": {
    catalogue: "C9",
    directed: false,
    title: "{element:text} no longer lists the scope {scope}.",
    why: "Operations that require other scopes are judged on their own.",
    convention: listed,
    mirror: "security-scheme.scope-declared",
  },
  "security-scheme.scope-described": {
    catalogue: "C9",
    directed: false,
    title: "{element:text} describes the scope {scope} in other words.",
    why: "No message changes.",
    convention: listed,
    mirror: "security-scheme.scope-described",
  },
} satisfies DiffRules;
