import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folderWith } from "./contract-files.js";

/** True when the program that makes certificates is there. */
export const hasOpenssl = canRun();

/** A certificate for localhost that nobody signed, with its key; made anew, so that no key is kept. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = folderWith({});
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const words =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  execFileSync("openssl", [...words.split(" "), "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}

function canRun(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
