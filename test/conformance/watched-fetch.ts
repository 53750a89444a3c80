/** A `fetch` that keeps a copy of every request that a client sends. */
export function watchedFetch(): { readonly sent: Request[]; fetch(request: Request): Promise<Response> } {
  const sent: Request[] = [];
  return {
    sent,
    fetch: (request) => {
      sent.push(request.clone());
      return fetch(request);
    },
  };
}
