/*
 * The calls that are measured, as modules that export `get` and `post`: by plain `fetch`, and by the client of the
 * benchmark's contract in a folder `client` beside it.
 */

/** What a person would write in place of a client: `fetch`, and a look at the status. */
export function plainCalls(url: string): string {
  return `const headers = { accept: "application/json" };
    async function send(path: string, init: RequestInit): Promise<unknown> {
      const response = await fetch(${JSON.stringify(url)} + path, init);
      if (!response.ok) throw new Error("status " + response.status);
      return response.json();
    }
    export const get = () => send("/pets/7?visits=8", { headers });
    export const post = () =>
      send("/pets", {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", authorization: "Bearer pets-token" },
        body: JSON.stringify({ id: "7", name: "Rex", age: 4 }),
      });`;
}

/** The same calls by a generated client. */
export const clientCalls = `import { Pets } from "./client/index.js";
  const client = new Pets({ credentials: { token: "pets-token-of-the-benchmark" } });
  export const get = () => client.pets.get({ petId: "7", visits: 8 });
  export const post = () => client.pets.create({ id: "7", name: "Rex", age: 4 });`;
