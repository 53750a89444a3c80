import type { Rules } from "../rule.js";

/** Diagnostics of the client's names and settings. */
export const clientRules = {
  "client/other-contract": {
    level: "warning",
    message: "The folder holds the client of {before}; the contract is {now}.",
    remedy: "Choose another folder with `-o`, or replace the client with `--force`.",
    changesClient: true,
  },
  "selection/added": {
    level: "info",
    message: "The client has {operation} too, which is not selected: {reason:text}.",
    remedy: "Select the operation too, or leave out what needs it.",
  },
  "client/unused-vendor": {
    level: "warning",
    message:
      "The vendor word {vendor} ({setting:text}) has no effect: no token exchange of the contract needs one.",
    remedy: "Remove it there.",
  },
  "config/unfit-override": {
    level: "warning",
    message:
      "The configuration does not fit this version of the contract, and has no effect there: {problem:text}",
    remedy: "Correct the entry in `cabinetry.yaml`.",
    changesClient: true,
  },
  "config/near-header": {
    level: "warning",
    message:
      "No response of the contract declares the header {name} of `requestId`; {declared} is declared, and is similar.",
    remedy:
      "Correct the name in `cabinetry.yaml`. If responses have this header too, list both names, or declare it with an overlay.",
  },
  "config/near-code": {
    level: "warning",
    message:
      "No error of the contract has the code {code} of `problems.meanings`; {near} is one, and is similar.",
    remedy:
      "Correct the code in `cabinetry.yaml`. If the service has this code too, add it to `problems.codes`.",
  },
  "config/unused-acceptance": {
    level: "warning",
    message: "An entry of `accept` has no effect: {problem:text}",
    remedy: "Correct the entry in `cabinetry.yaml`, or remove it.",
  },
  "config/skipped-entry": {
    level: "info",
    message:
      "An entry of the configuration has no effect under this `--include` or `--exclude`: {problem:text}",
    remedy: "Select its operations too, if the client needs them.",
  },
  "names/renamed": {
    level: "warning",
    message: "{before} is now named {name}: another member of the client has the previous name.",
    remedy: "Change the calls, or rename one of the two in the contract.",
    changesClient: true,
  },
  "names/schema-kept": {
    level: "info",
    message: "The schema {schema} keeps its previous name {name}.",
    remedy: "Use `--rename` to recompute all names.",
  },
  "names/operation-kept": {
    level: "info",
    message: "{name} keeps its previous name; a new client would have {preferred}.",
    remedy: "Use `--rename` to recompute all names.",
  },
} as const satisfies Rules;
