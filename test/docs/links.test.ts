import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { runProgram } from "../support/run-program.js";

/* Markdown is read where it is installed: a relative link must lead to a file, or a folder, of the package. */

let packed: readonly string[];
beforeAll(async () => {
  const words = ["pack", "--dry-run", "--ignore-scripts", "--json", "--silent"];
  const { stdout } = await runProgram("npm", words, { cwd: repository, timeout: 60_000 });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  packed = files.map(({ path }) => path);
}, 60_000);

/** The relative links of a Markdown file, as paths from the folder of the package; its anchors with `#`. */
function linksOf(file: string): readonly string[] {
  const text = readFileSync(join(repository, file), "utf8").replaceAll(/^```[^]*?^```$|`[^`\n]*`/gmu, "");
  const targets = [...text.matchAll(/\]\(<?([^)>\s]+)>?(?: "[^"]*")?\)|^\[[^\]]+\]: +<?([^>\s]+)/gmu)];
  return targets
    .map(([, inline, reference]) => inline ?? reference ?? "")
    .filter((target) => !/^[a-z][a-z\d+.-]*:/iu.test(target))
    .map((target) => (target.startsWith("#") ? `${file}${target}` : posix.join(posix.dirname(file), target)));
}

const isThere = (path: string) =>
  packed.some((file) => file === path || file.startsWith(`${path.replace(/\/$/u, "")}/`));

describe("relative links of the packed Markdown", () => {
  test("lead to files of the package", () => {
    const documents = packed.filter((path) => path.endsWith(".md"));
    expect(documents).toContain("README.md");
    expect(documents).toContain("docs/security.md");
    const links = documents.flatMap((file) => linksOf(file).map((link) => ({ file, link })));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ link }) => !isThere(decodeURI(link.split("#")[0] ?? "")))).toEqual([]);
  });

  test("and to headings that exist", () => {
    const documents = packed.filter((path) => path.endsWith(".md"));
    const anchored = documents.flatMap(linksOf).filter((link) => link.includes("#"));
    const lost = anchored.filter((link) => {
      const [path = "", anchor = ""] = link.split("#");
      return path.endsWith(".md") && existsSync(join(repository, path)) && !anchorsOf(path).has(anchor);
    });
    expect(lost).toEqual([]);
  });
});

test("paths of this repository that pages name exist", () => {
  const named = packed
    .filter((path) => path.endsWith(".md"))
    .flatMap((file) =>
      [...readFileSync(join(repository, file), "utf8").matchAll(/`((?:src|test)\/[\w./-]+\.ts)`/gu)].map(
        ([, path = ""]) => path,
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

/** The anchors that GitHub and npm give to headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = readFileSync(join(repository, file), "utf8").match(/^#+ .*$/gmu) ?? [];
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /u, "")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(/\s/gu, "-"),
    ),
  );
}
