import type { Json, JsonObject } from "../load/loaded-contract.js";
import { isObject } from "./json-members.js";

/** Names that say of a value that it is sensitive: `x-sensitive`, `x-pii`, `x-acme-secret`, `x-gdpr`. */
const MARK =
  /^(?:x-(?:[a-z0-9]+[-_])*)?(?:sensitive|pii|phi|gdpr|secret|confidential|personal(?:[-_]data)?|masked?|redact(?:ed)?)(?:[-_](?:data|type|field))?$/i;

/** Names of a class of data, whose value says whether it is sensitive. */
const CLASSIFICATION =
  /^x-(?:[a-z0-9]+[-_])*(?:classification|data[-_](?:class|category)|sensitivity|confidentiality|privacy)$/i;

/** Names of what logs may show: `x-log`, `x-logging`. */
const LOG = /^x-(?:[a-z0-9]+[-_])*(?:log|logging|loggable)$/i;

/** Values for which a log shows nothing. */
const UNLOGGED =
  /^(?:never|no|none|false|off|deny|denied|forbidden|hide|hidden|mask|masked|omit|redact|redacted)$/i;

/** Classes of sensitive data. */
const CLASSES =
  /^(?:personal|private|secret|sensitive|confidential|restricted|highly.*|high|critical|pii|phi|pci)(?:$|[\s_-])/i;

/** Values that deny what the name says, and classes of data that anyone may see in a log. */
const DENIED =
  /^(?:false|no|none|n\/a|public|open|internal|general|unclassified|anonymous|(?:not|non)[\s_-].*|low|0|)$/i;

/** What an extension says of a value: that it is sensitive, that it is not, or neither in words that are known. */
type Verdict = "sensitive" | "plain" | "unknown";

/** Whether an extension of a schema or a parameter marks its values as sensitive. */
export function isMarkedSensitive(json: JsonObject): boolean {
  return Object.entries(json).some(([name, value]) => verdictOf(name, value) === "sensitive");
}

/** Names of extensions that look like a mark of sensitive data, and whose values do not say whether it is one. */
export function unclearMarks(json: JsonObject): readonly string[] {
  if (isMarkedSensitive(json)) return [];
  return Object.keys(json).filter((name) => verdictOf(name, json[name] ?? null) === "unknown");
}

/** Undefined: the extension is about something else. */
function verdictOf(name: string, value: Json): Verdict | undefined {
  if (!/^x-/i.test(name)) return undefined;
  if (CLASSIFICATION.test(name)) return classOf(value);
  if (LOG.test(name)) return isUnlogged(value) ? "sensitive" : "plain";
  if (!MARK.test(name)) return undefined;
  return isAffirmed(value) ? "sensitive" : "plain";
}

/** A class by its name; an object or a list by what it has: one that is sensitive is enough. */
function classOf(value: Json): Verdict {
  if (typeof value === "string" && CLASSES.test(value.trim())) return "sensitive";
  if (value === null || value === false || value === 0) return "plain";
  if (typeof value === "string" && DENIED.test(value.trim())) return "plain";
  const parts = isObject(value)
    ? Object.entries(value).map(([name, part]) => (MARK.test(name) ? markOf(part) : classOf(part)))
    : Array.isArray(value)
      ? value.map((part: Json) => classOf(part))
      : ["unknown" as const];
  if (parts.includes("sensitive")) return "sensitive";
  return parts.includes("unknown") ? "unknown" : "plain";
}

function markOf(value: Json): Verdict {
  return isAffirmed(value) ? "sensitive" : "plain";
}

function isUnlogged(value: Json): boolean {
  if (typeof value === "string") return UNLOGGED.test(value.trim());
  if (isObject(value)) return Object.values(value).some(isUnlogged);
  return value === false;
}

function isAffirmed(value: Json): boolean {
  if (typeof value === "string") return !DENIED.test(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.values(value).every((part) => part !== false);
  return value === true;
}
