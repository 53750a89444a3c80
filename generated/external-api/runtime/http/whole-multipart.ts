import { readMediaType } from "./media-type.js";

/**
 * The content type of a multipart body that the caller gives whole. Its parts cannot be told without their boundary (RFC
 * 2046 section 5.1.1): that of the contract, else of the value's own type, else of the first line that delimits parts.
 *
 * @param mediaType - as in the contract; another than a multipart one stays as it is
 * @param ownType - type of a Blob; empty where there is none
 * @returns undefined where nothing names a boundary
 */
export function wholeMultipartType(
  mediaType: string,
  ownType: string,
  text = "",
): string | undefined {
  const essence = readMediaType(mediaType)?.essence;
  if (essence?.startsWith("multipart/") !== true || namesBoundary(mediaType))
    return mediaType;
  if (readMediaType(ownType)?.essence === essence && namesBoundary(ownType))
    return ownType;
  const boundary =
    /^--([\w'()+,./:=?\- ]{0,69}[\w'()+,./:=?-])[ \t]*\r?$/m.exec(text)?.[1];
  return boundary === undefined
    ? undefined
    : `${mediaType}; boundary="${boundary}"`;
}

function namesBoundary(mediaType: string): boolean {
  return /;\s*boundary=/i.test(mediaType);
}
