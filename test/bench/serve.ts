import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pet } from "./contract.js";

/* The server, in a process of its own: it tells the port that it listens at, and ends with whoever started it. */

const text = JSON.stringify(pet);
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(request.method === "POST" ? 201 : 200, headers).end(text);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());
