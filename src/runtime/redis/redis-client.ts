/**
 * Any client that passes commands to Redis as they are: `sendCommand` of node-redis, `call` of ioredis, `send` of Bun.
 * A structural type: nothing is imported.
 */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }
  | { send(command: string, args: string[]): Promise<unknown> };

/** Sends one command. `call` is tried first: ioredis has a `sendCommand` too, and it takes something else. */
export function sendToRedis(
  client: RedisClient,
  command: string,
  ...args: string[]
): Promise<unknown> {
  if ("call" in client) return client.call(command, ...args);
  if ("sendCommand" in client) return client.sendCommand([command, ...args]);
  return client.send(command, args);
}

/**
 * Runs a script on the server, as one step that nothing comes between (`EVAL`).
 *
 * @param keys - all keys that the script touches; in a cluster they have to lie together
 */
export function evalOnRedis(
  client: RedisClient,
  script: string,
  keys: readonly string[],
  ...values: readonly string[]
): Promise<unknown> {
  const count = String(keys.length);
  return sendToRedis(client, "EVAL", script, count, ...keys, ...values);
}

/** A reply that is text, as clients give it in their different modes; undefined for nil. */
export function textReply(reply: unknown): string | undefined {
  if (reply === null || reply === undefined) return undefined;
  if (typeof reply === "string") return reply;
  if (reply instanceof Uint8Array) return new TextDecoder().decode(reply);
  throw new TypeError(
    "Redis gave a reply that is not a string; configure the client to return strings.",
  );
}
