import { UserError } from "../text/user-error.js";

/** A header value that is in a variable of the environment. */
export interface HeaderFromEnvironment {
  /** Name of the variable. */
  readonly env: string;
  /** Text before the value: `Bearer `. */
  readonly prefix?: string;
  /** Hosts beside that of `contract` that get the header too, as `host` or `host:port`. */
  readonly hosts?: readonly string[];
}

/** Header → `env:NAME`, or the variable with what belongs to it. */
export type ConfiguredHeaders = Readonly<Record<string, string | HeaderFromEnvironment>>;

/** A header with its value. */
interface ReadHeader {
  readonly name: string;
  readonly value: string;
  readonly hosts?: readonly string[];
}

/**
 * The headers with their values, for the contract that they are configured for.
 *
 * @throws UserError (2) that names the variables that are missing, or that no header can have; never a value.
 */
export function readHeaders(
  headers: ConfiguredHeaders,
  environment: Readonly<Record<string, string | undefined>>,
): readonly ReadHeader[] {
  const problems: string[] = [];
  const read = Object.entries(headers).map(([name, given]) => {
    const {
      env,
      prefix = "",
      hosts,
    } = typeof given === "string" ? { env: given.slice("env:".length) } : given;
    const value = (environment[env] ?? "").trim();
    if (value === "") problems.push(`${name}: the environment variable ${env} is not set.`);
    else if (!/^[\t\x20-\x7e]*$/u.test(prefix + value))
      problems.push(`${name}: the environment variable ${env} must have printable ASCII on one line.`);
    return { name, value: `${prefix}${value}`, ...(hosts !== undefined && { hosts }) };
  });
  if (problems.length === 0) return read;
  throw new UserError(2, "The headers for the contract cannot be sent.", {
    where: problems.join("\n"),
    remedy: "Set the variable, or correct `headers` in cabinetry.yaml.",
  });
}
