/*
 * The functions of the runtime that descriptors name. They are looked up in the types of the runtime's own modules, so that a
 * renamed export breaks the build here.
 */
import type * as pagesFollowCursor from "../../runtime/pages/follow-cursor.js";
import type * as pagesFollowLastItem from "../../runtime/pages/follow-last-item.js";
import type * as pagesFollowLink from "../../runtime/pages/follow-link.js";
import type * as pagesFollowNumber from "../../runtime/pages/follow-number.js";
import type * as pagesFollowOffset from "../../runtime/pages/follow-offset.js";
import type * as operationsCompoundIds from "../../runtime/operations/compound-ids.js";
import type * as operationsOtherStates from "../../runtime/operations/other-states.js";
import type * as responseLiftMembers from "../../runtime/response/lift-members.js";
import type * as etagJoinContextPaths from "../../runtime/etag/join-context-paths.js";
import type * as etagReread from "../../runtime/etag/reread.js";
import type * as requestRequestMembers from "../../runtime/request/request-members.js";
import type * as requestChooseBodyMedia from "../../runtime/request/choose-body-media.js";
import type * as requestCheckIds from "../../runtime/request/check-ids.js";
import type * as requestCheckLongIntegers from "../../runtime/request/check-long-integers.js";
import type * as parametersCookieStyle from "../../runtime/parameters/cookie-style.js";
import type * as parametersExpandQuery from "../../runtime/parameters/expand-query.js";
import type * as parametersHeaderStyle from "../../runtime/parameters/header-style.js";
import type * as requestKeyedBody from "../../runtime/request/keyed-body.js";
import type * as requestKeyRules from "../../runtime/request/key-rules.js";
import type * as parametersPathStyle from "../../runtime/parameters/path-style.js";
import type * as parametersWholeQuery from "../../runtime/parameters/whole-query.js";
import type * as requestWriteBytes from "../../runtime/request/write-bytes.js";
import type * as requestWriteForm from "../../runtime/request/write-form.js";
import type * as requestWriteMultipart from "../../runtime/request/write-multipart.js";
import type * as requestWriteTexts from "../../runtime/request/write-texts.js";
import type * as responseReadOther from "../../runtime/response/read-other.js";
import type * as retryRateLimit from "../../runtime/retry/rate-limit.js";
import type * as streamsReadStream from "../../runtime/streams/read-stream.js";
import type * as secretsSensitiveFields from "../../runtime/secrets/sensitive-fields.js";
import type * as serversOwnServer from "../../runtime/servers/own-server.js";
import type * as valuesLongJson from "../../runtime/values/long-json.js";
import type * as valuesSnapshot from "../../runtime/values/snapshot.js";

/** An export of the runtime: its module under `runtime/`, without extension, and whether it is only a type. */
export interface RuntimeName {
  readonly module: string;
  readonly type: boolean;
}

/** Modules of the functions that descriptors name. */
interface PartModules {
  readonly "pages/follow-cursor": typeof pagesFollowCursor;
  readonly "pages/follow-last-item": typeof pagesFollowLastItem;
  readonly "pages/follow-link": typeof pagesFollowLink;
  readonly "pages/follow-number": typeof pagesFollowNumber;
  readonly "pages/follow-offset": typeof pagesFollowOffset;
  readonly "operations/compound-ids": typeof operationsCompoundIds;
  readonly "operations/other-states": typeof operationsOtherStates;
  readonly "response/lift-members": typeof responseLiftMembers;
  readonly "etag/join-context-paths": typeof etagJoinContextPaths;
  readonly "etag/reread": typeof etagReread;
  readonly "request/request-members": typeof requestRequestMembers;
  readonly "request/choose-body-media": typeof requestChooseBodyMedia;
  readonly "request/check-ids": typeof requestCheckIds;
  readonly "request/check-long-integers": typeof requestCheckLongIntegers;
  readonly "parameters/cookie-style": typeof parametersCookieStyle;
  readonly "parameters/expand-query": typeof parametersExpandQuery;
  readonly "parameters/header-style": typeof parametersHeaderStyle;
  readonly "request/keyed-body": typeof requestKeyedBody;
  readonly "request/key-rules": typeof requestKeyRules;
  readonly "parameters/path-style": typeof parametersPathStyle;
  readonly "parameters/whole-query": typeof parametersWholeQuery;
  readonly "request/write-bytes": typeof requestWriteBytes;
  readonly "request/write-form": typeof requestWriteForm;
  readonly "request/write-multipart": typeof requestWriteMultipart;
  readonly "request/write-texts": typeof requestWriteTexts;
  readonly "response/read-other": typeof responseReadOther;
  readonly "retry/rate-limit": typeof retryRateLimit;
  readonly "streams/read-stream": typeof streamsReadStream;
  readonly "secrets/sensitive-fields": typeof secretsSensitiveFields;
  readonly "servers/own-server": typeof serversOwnServer;
  readonly "values/long-json": typeof valuesLongJson;
  readonly "values/snapshot": typeof valuesSnapshot;
}

/** Functions of the runtime that descriptors name, by module; names that their exports do not have do not compile. */
export const descriptorParts = [
  ...partsOf("parameters/path-style", ["pathStyle"]),
  ...partsOf("parameters/expand-query", ["queryStyle"]),
  ...partsOf("parameters/whole-query", ["wholeQuery"]),
  ...partsOf("parameters/header-style", ["headerStyle"]),
  ...partsOf("parameters/cookie-style", ["cookieStyle"]),
  ...partsOf("request/request-members", ["addRequestMembers"]),
  ...partsOf("request/check-ids", ["checkIds"]),
  ...partsOf("request/choose-body-media", ["chooseBodyMedia"]),
  ...partsOf("request/check-long-integers", ["checkLongIntegers"]),
  ...partsOf("request/write-form", ["writeFormBody"]),
  ...partsOf("request/write-multipart", ["writeListedParts", "writeNamedParts"]),
  ...partsOf("request/write-bytes", ["writeBinary", "writeText"]),
  ...partsOf("request/write-texts", ["writeLines", "writeSequence"]),
  ...partsOf("request/keyed-body", ["writeKeyedJson"]),
  ...partsOf("request/key-rules", ["checkKey", "makeKey", "refuseToMakeKey"]),
  ...partsOf("response/read-other", ["readBinary", "readForm", "readParts", "readText"]),
  ...partsOf("pages/follow-cursor", ["followCursor"]),
  ...partsOf("pages/follow-last-item", ["followLastItem"]),
  ...partsOf("pages/follow-link", ["followLink", "linkTarget"]),
  ...partsOf("pages/follow-number", ["followNumber"]),
  ...partsOf("pages/follow-offset", ["followOffset"]),
  ...partsOf("operations/compound-ids", ["compoundIds"]),
  ...partsOf("operations/other-states", ["laterState", "scalarState"]),
  ...partsOf("response/lift-members", ["liftMembers"]),
  ...partsOf("etag/join-context-paths", ["joinContextPaths"]),
  ...partsOf("etag/reread", ["rereadAlways", "rereadWithoutETag"]),
  ...partsOf("retry/rate-limit", ["retryAfterLimit"]),
  ...partsOf("streams/read-stream", ["readStream"]),
  ...partsOf("secrets/sensitive-fields", ["sensitiveFields"]),
  ...partsOf("servers/own-server", ["fillServer", "resolveOwnServer"]),
  ...partsOf("values/long-json", ["readLongJson"]),
  ...partsOf("values/snapshot", ["sortedSnapshot"]),
] as const;

/** A function of the runtime that a descriptor names. */
export type DescriptorPart = (typeof descriptorParts)[number][0];

/** Whether a constant of generated code cannot have a name, because descriptors name a function of the runtime by it. */
export function isDescriptorPart(name: string): boolean {
  return descriptorParts.some(([one]) => one === name);
}

function partsOf<Path extends keyof PartModules, Name extends keyof PartModules[Path] & string>(
  module: Path,
  names: readonly Name[],
): readonly (readonly [Name, RuntimeName])[] {
  return names.map((name) => [name, { module, type: false }]);
}
