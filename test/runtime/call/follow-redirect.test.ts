import { describe, expect, it } from "vitest";
import { followRedirect } from "../../../src/runtime/call/follow-redirect.js";
import type { OperationDescriptor } from "../../../src/runtime/descriptors/operation-descriptor.js";

const from = "https://api.example/v1/item?key=secret";

/** Where a request is sent on to, as text. */
function follow(
  method: string,
  status: number,
  location: string,
  more: { readonly crossOrigin?: boolean; readonly resendable?: boolean; readonly anonymous?: boolean } = {},
  answers: OperationDescriptor["responses"] = [],
): string | undefined {
  const { crossOrigin = false, resendable = true, anonymous = false } = more;
  const descriptor = { name: "a.b", path: "/item", retryClass: "write", method, responses: answers } as const;
  const response = new Response(null, { status, headers: { location } });
  const to = followRedirect(descriptor, { url: from, resendable }, response, crossOrigin, anonymous);
  return to === undefined ? undefined : `${to.url.href}${to.anonymous ? " anonymous" : ""}`;
}

/* RFC 9110 section 15.4; over HTTP in test/wire/followed-redirects.test.ts. */
describe("[TOK-4] a redirect", () => {
  const there = "https://api.example/there";
  it.each([301, 302, 303, 307, 308])("%i on the same origin", (status) => {
    const followed = ["GET", "HEAD", "POST", "PUT", "DELETE"].filter(
      (method) => follow(method, status, "/there") === there,
    );
    expect(followed).toEqual(status >= 307 ? ["GET", "HEAD", "POST", "PUT", "DELETE"] : ["GET", "HEAD"]);
  });

  it.each([300, 304, 305, 306])("%i is not followed", (status) => {
    expect(follow("GET", status, "/there")).toBeUndefined();
  });

  it("to another origin is followed by GET alone, where the client allows it, without credentials", () => {
    const other = "https://other.example/";
    expect(follow("GET", 302, other)).toBeUndefined();
    expect(follow("GET", 302, other, { crossOrigin: true })).toBe(`${other} anonymous`);
    expect(follow("HEAD", 302, other, { crossOrigin: true })).toBeUndefined();
    expect(follow("POST", 307, other, { crossOrigin: true })).toBeUndefined();
    expect(follow("GET", 302, "http://api.example/", { crossOrigin: true })).toBeUndefined();
    expect(follow("GET", 302, "/there", { anonymous: true })).toBe(`${there} anonymous`);
  });

  it("is not followed where the body cannot be sent again, or the address has a user name or is no URL", () => {
    expect(follow("POST", 307, "/there", { resendable: false })).toBeUndefined();
    expect(follow("GET", 302, "https://user:word@api.example/")).toBeUndefined();
    expect(follow("GET", 302, "https://[")).toBeUndefined();
  });

  it("is not followed where it is the success of the operation", () => {
    const promised = { statuses: [302], content: [], redirect: true } as const;
    expect(follow("GET", 302, "/there", {}, [promised])).toBeUndefined();
    expect(follow("GET", 302, "/there", {}, [{ statuses: [302], content: [] }])).toBe(there);
    expect(follow("GET", 302, "/there", {}, [{ ...promised, followed: true }])).toBe(there);
    expect(follow("POST", 302, "/there", {}, [{ ...promised, followed: true }])).toBeUndefined();
  });
});
