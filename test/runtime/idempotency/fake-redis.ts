import { runInNewContext } from "node:vm";

/** The few commands of Redis that the stores use, on a map, with expiry by the given clock. */
export class FakeRedis {
  readonly sent: string[][] = [];
  readonly #now: () => number;
  readonly #keys = new Map<string, { value: string; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Shape of node-redis. */
  sendCommand(args: string[]): Promise<unknown> {
    this.sent.push(args);
    const [command, key, ...rest] = args;
    if (command === "EVAL") return Promise.resolve(this.#eval(args));
    if (command === "SCAN") return Promise.resolve(this.#scan(Number(key), rest[1] ?? ""));
    if (command === undefined || key === undefined) throw new Error("ERR wrong number of arguments");
    return Promise.resolve(this.#run(command, key, rest));
  }

  /** Runs the part of Lua that the scripts use, and nothing comes between its commands. */
  #eval([, script = "", count = "0", ...rest]: readonly string[]): unknown {
    const keys = rest.slice(0, Number(count));
    const call = (command: string, key: string, ...more: string[]): unknown => {
      if (!keys.includes(key)) throw new Error(`ERR the script did not declare the key '${key}'`);
      return this.#run(command, key, more) ?? false;
    };
    const program = script
      .replaceAll("local ", "const ")
      .replaceAll("~=", "!==")
      .replaceAll(" == ", " === ")
      .replace(/\bif (.*?) then (.*?) end\b/g, "if ($1) { $2 }");
    const context = { redis: { call }, KEYS: ["", ...keys], ARGV: ["", ...rest.slice(keys.length)] };
    return runInNewContext(`(() => { ${program} })()`, context) as unknown;
  }

  #run(command: string, key: string, rest: readonly string[]): unknown {
    const found = this.#find(key);
    switch (command) {
      case "GET":
        return found?.value ?? null;
      case "DEL":
        return [key, ...rest].filter((one) => this.#keys.delete(one)).length;
      case "SET":
        return this.#set(key, rest);
      case "INCR": {
        const value = String(Number(found?.value ?? "0") + 1);
        this.#keys.set(key, { value, until: found?.until ?? Number.POSITIVE_INFINITY });
        return Number(value);
      }
      case "PEXPIRE":
        if (found !== undefined) found.until = this.#now() + Number(rest[0]);
        return found === undefined ? 0 : 1;
      case "PERSIST":
        if (found !== undefined) found.until = Number.POSITIVE_INFINITY;
        return found === undefined ? 0 : 1;
      default:
        throw new Error(`ERR unknown command '${command}'`);
    }
  }

  /** Three keys at a time, some of them twice, as Redis may do. */
  #scan(from: number, pattern: string): unknown {
    const start = pattern.replace(/\{\*\}$/u, "{").replaceAll("\\", "");
    const keys = [...this.#keys.keys()];
    const page = keys
      .slice(Math.max(0, from - 1), from + 3)
      .filter((key) => key.startsWith(start) && key.endsWith("}"));
    return [from + 3 < keys.length ? String(from + 3) : "0", page];
  }

  #set(key: string, [value = "", ...options]: readonly string[]): unknown {
    const exists = this.#find(key) !== undefined;
    if ((options.includes("NX") && exists) || (options.includes("XX") && !exists)) return null;
    const at = options.indexOf("PX");
    const until = at === -1 ? Number.POSITIVE_INFINITY : this.#now() + Number(options[at + 1]);
    this.#keys.set(key, { value, until });
    return "OK";
  }

  #find(key: string): { value: string; until: number } | undefined {
    const found = this.#keys.get(key);
    if (found !== undefined && found.until <= this.#now()) this.#keys.delete(key);
    return this.#keys.get(key);
  }
}
