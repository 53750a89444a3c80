/** One part of a multipart body (RFC 7578 section 4). */
export interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  /** Media type without parameters, lower case; `text/plain` when the part names none (section 4.4). */
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Takes a multipart body apart. @throws Error when it is none */
export function readMultipart(body: Buffer, contentType: string): readonly Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error("The content type names no boundary.");
  const text = body.toString("latin1");
  const [before, ...pieces] = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (before !== "" || pieces.at(-1)?.startsWith("--") !== true) throw new Error("The body is cut off.");
  return pieces.slice(0, -1).map(readPart);
}

function readPart(piece: string): Part {
  const end = piece.indexOf("\r\n\r\n");
  if (!piece.startsWith("\r\n") || end < 0) throw new Error("A part has no end of its headers.");
  const head = Buffer.from(piece.slice(2, end), "latin1").toString("utf8");
  const disposition = /^content-disposition: form-data(.*)$/im.exec(head)?.[1] ?? "";
  const name = /; name="([^"]*)"/.exec(disposition)?.[1];
  if (name === undefined) throw new Error("A part has no name.");
  const type = /^content-type: *([^;\r\n]+)/im.exec(head)?.[1] ?? "text/plain";
  return {
    name: unquote(name),
    fileName: /; filename="([^"]*)"/.exec(disposition)?.[1],
    mediaType: type.trim().toLowerCase(),
    content: Buffer.from(piece.slice(end + 4), "latin1"),
  };
}

/** WHATWG HTML, multipart/form-data encoding algorithm. */
function unquote(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}
