import type { Convention, DiffRules } from "./diff-rule.js";

const policy: Convention = {
  level: "none",
  reason: "It breaks no caller. It counts only where the policy of the API asks for it.",
};

const text: Convention = {
  level: "docs",
  reason: "Only people read it: no message that is sent or received changes.",
};

const address: Convention = {
  level: "risky",
  reason:
    "Whether the old address goes on working is not in the contract. Clients that were given another address do not notice.",
};

/** Section A of the catalogue. */
export const documentRules = {
  "document.version-not-raised": {
    catalogue: "A1",
    directed: false,
    title: "The contract changed, but its version is still {version}.",
    why: "The changes ask for a new {advised:text} version, and callers cannot distinguish the two contracts.",
    convention: policy,
    mirror: { none: "A version that is raised together with a change is right." },
  },
  "document.version-lowered": {
    catalogue: "A1",
    directed: false,
    title: "The version of the contract was lowered from {old} to {new}.",
    why: "Callers take the version that they use for the newer one.",
    convention: policy,
    mirror: { none: "A version that is raised is right." },
  },
  "document.version-invalid": {
    catalogue: "A1",
    directed: false,
    title: "The version of the contract changed from {old} to {new}, and these have no order.",
    why: "The changes ask for a new {advised:text} version. Only versions such as `1.4.0` show that (Semantic Versioning).",
    convention: policy,
    mirror: "document.version-invalid",
  },
  "document.major-not-raised": {
    catalogue: "A1",
    directed: false,
    title: "The contract breaks clients, but the major version did not change ({old} to {new}).",
    why: "Semantic Versioning asks for a new major version where clients break; before 1.0.0, for a new minor version.",
    convention: policy,
    mirror: { none: "A major version may be raised without a breaking change." },
  },
  "document.minor-not-raised": {
    catalogue: "A1",
    directed: false,
    title: "The changes ask for a new minor version, but only the patch version was raised ({old} to {new}).",
    why: "Semantic Versioning asks for a new minor version where something is added; before 1.0.0, where clients break.",
    convention: policy,
    mirror: { none: "A minor version may be raised without an addition." },
  },
  "docs.changed": {
    catalogue: "A2",
    directed: false,
    title: "The documentation of {element:text} changed: {members:list}.",
    why: "No message changes. Read it, because it may describe another behaviour.",
    convention: text,
    mirror: "docs.changed",
  },
  "extension.changed": {
    catalogue: "A7",
    directed: false,
    title: "Extensions of {element:text} changed: {members:list}.",
    why: "OpenAPI gives extensions no meaning. Tools that know them may act on the change.",
    convention: text,
    mirror: "extension.changed",
  },
  "server.added": {
    catalogue: "A4",
    directed: false,
    title: "The server {url} was added ({element:text}).",
    why: "Clients go on calling the servers that they know.",
    mirror: "server.removed",
  },
  "server.removed": {
    catalogue: "A5",
    directed: false,
    title: "The server {url} was removed ({element:text}).",
    why: "Released clients may still call it, and the contract no longer promises that it responds.",
    runtime: "Clients that use this address may get no response.",
    convention: address,
    mirror: "server.added",
  },
  "server.url-changed": {
    catalogue: "A5",
    directed: false,
    title: "The address of the server changed from {old} to {new} ({element:text}).",
    why: "Released clients go on calling the old address.",
    runtime: "Clients that use the old address may get no response.",
    convention: address,
    mirror: "server.url-changed",
  },
  "server.prefix-moved": {
    catalogue: "A5",
    directed: false,
    title:
      "The address of the server changed from {old} to {new} ({element:text}). The paths changed with it: calls go to the same URLs.",
    why: "Released clients send the same requests as before. Callers who give the new client the whole address (`serverUrl`) must give another one.",
    convention: {
      level: "compatible",
      reason:
        "No message and no URL changes. `baseUrl` is the host alone: only callers who give the whole address have to change it.",
    },
    mirror: "server.prefix-moved",
  },
  "server.default-changed": {
    catalogue: "A5",
    directed: false,
    title: "The first server, which clients call by default, changed from {old} to {new} ({element:text}).",
    why: "Released clients go on calling the old one. New clients call another one.",
    convention: address,
    mirror: "server.default-changed",
  },
  "server.variable-default-changed": {
    catalogue: "A5",
    directed: false,
    title: "The default of the server variable {name} changed from {old} to {new} ({element:text}).",
    why: "Released clients go on calling the address with the old default.",
    convention: address,
    mirror: "server.variable-default-changed",
  },
  "server.variable-renamed": {
    catalogue: "A6",
    directed: false,
    title: "The server variable {old} was renamed to {new} ({element:text}).",
    why: "Addresses have its value, not its name.",
    convention: {
      level: "compatible",
      reason: "The addresses are the same. Only names in generated clients may change.",
    },
    mirror: "server.variable-renamed",
  },
  "server.variable-value-added": {
    catalogue: "A6",
    directed: false,
    title: "The server variable {name} allows the value {value} ({element:text}).",
    why: "Clients go on using the values that they know.",
    mirror: "server.variable-value-removed",
  },
  "server.variable-value-removed": {
    catalogue: "A6",
    directed: false,
    title: "The server variable {name} no longer allows the value {value} ({element:text}).",
    why: "Clients that use this value call an address that the contract no longer has.",
    mirror: "server.variable-value-added",
  },
  "server.variable-limited": {
    catalogue: "A6",
    directed: false,
    title: "The server variable {name} allows only {values:list} ({element:text}).",
    why: "Clients that use another value call an address that the contract no longer has.",
    mirror: "server.variable-not-limited",
  },
  "server.variable-not-limited": {
    catalogue: "A6",
    directed: false,
    title: "The server variable {name} allows any value, no longer only {values:list} ({element:text}).",
    why: "Clients go on using the values that they know.",
    mirror: "server.variable-limited",
  },
} satisfies DiffRules;
