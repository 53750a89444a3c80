import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Rejection } from "../problems/rejection.js";
import { toCanonicalJson } from "./canonical-json.js";

/** Makes cursors that a client cannot read or make, each tied to the request that it continues (GEN-2, RES-4). */
export interface CursorCodec {
  /**
   * @param request everything that the sequence depends on: operation, user, filters, context, page size
   * @param position where the next page begins
   */
  write(request: unknown, position: string): string;
  /** The position. @throws Refusal `cursor_invalid` for a cursor that was changed, made up, or of another request */
  read(request: unknown, cursor: string): string;
}

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Creates a codec with a key of its own, so that cursors end with the sandbox. */
export function createCursorCodec(): CursorCodec {
  const key = randomBytes(32);
  return {
    write: (request, position) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(fingerprint(request));
      const text = Buffer.concat([cipher.update(position, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
    },
    read: (request, cursor) => {
      const bytes = Buffer.from(cursor, "base64url");
      try {
        if (bytes.toString("base64url") !== cursor) throw new Error("not the text that was handed out");
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes)).setAAD(
          fingerprint(request),
        );
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return (
          decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        throw new Rejection("cursor_invalid", "Pass a cursor back unchanged with the same other parameters.");
      }
    },
  };
}

/** The request as additional authenticated data: a cursor of another request does not decrypt. */
function fingerprint(request: unknown): Buffer {
  return createHash("sha256").update(toCanonicalJson(request)).digest();
}
