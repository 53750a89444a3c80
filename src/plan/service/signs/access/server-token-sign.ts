import type { ApiModel, ServerModel, ServerVariableModel } from "../../../../model/api-model.js";
import { clausesOf, negates } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import type { LostSign } from "../sign.js";
import { KEY } from "./key-parameters-sign.js";

/**
 * A variable of the address of a server that is a token or a key: the client calls the default of the contract, an example, until callers set
 * their own. One sign for the contract.
 */
export function serverTokenSign({
  operations,
  servers,
}: Pick<ApiModel, "operations" | "servers">): LostSign | undefined {
  const all = [servers[0], ...operations.map((one) => one.servers?.[0])];
  const found = all.find((one) => one !== undefined && tokenIn(one) !== undefined);
  const token = found === undefined ? undefined : tokenIn(found);
  if (token === undefined) return undefined;
  const name = JSON.stringify(token.name);
  return {
    trait: "security",
    rule: "security/server-variable",
    shown: `the address of the server has the credential ${name} as a variable`,
    missing: `the client calls its default until \`serverVariables\` has ${name}`,
    lines: [],
    meant: ["security: false"],
    origin: { pointer: "#/servers" },
  };
}

/** The variable of a server that shows who calls, and of which any value is possible. */
function tokenIn({ url, variables }: ServerModel): ServerVariableModel | undefined {
  return variables.find(
    ({ name, values, description = "" }) =>
      values.length === 0 &&
      url.includes(`{${name}}`) &&
      isOfCaller(words(name).join("_"), description) &&
      !OF_OTHERS.test(description.slice(0, LONGEST)),
  );
}

function isOfCaller(key: string, description: string): boolean {
  return KEY.test(key) || OF_CALLER.test(key) || (OPEN.test(key) && isCredential(description));
}

/** Names of what shows who calls, beside those of keys. */
const OF_CALLER = /(?:^|_)(?:passw(?:or)?d|secret|(?:access|api|auth|bot|session|user)_?token)$|_token$/u;

/** Names of what may be a part of the data as well, and counts with its description: `key`, `partition_key`. */
const OPEN = /^token$|(?:^|_)key$/u;

/** Descriptions of what only names it. */
const OF_OTHERS = /\b(?:ids?|names?|public)\b/iu;

function isCredential(description: string): boolean {
  const clauses = clausesOf(description.slice(0, LONGEST)).flat();
  return clauses.some((clause) => !negates(clause) && CREDENTIAL.test(clause));
}

const CREDENTIAL = /\b(?:access|api|auth(?:entication|ori[sz]ation)?|bot|secret)[\s-](?:key|token)\b/iu;

/** Characters of a description that are searched. */
const LONGEST = 500;
