import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diffContracts } from "../../src/diff-contracts.js";
import { renderReport } from "../../src/report/render-report.js";
import { repository } from "../support/repository.js";

/** Where Linux distributions, macOS and CI machines have it; another place is given by `CHROMIUM`. */
const executable = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
].find((path) => path !== "" && existsSync(path));

const fixture = (name: string) => join(repository, "fixtures/external-api", name);

describe.skipIf(executable === undefined)("the HTML report in Chromium", () => {
  const folder = mkdtempSync(join(tmpdir(), "cabinetry-page-"));
  const file = join(folder, "diff.html");
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    const { report } = await diffContracts({
      old: fixture("openapi.yaml"),
      new: fixture("next/breaking.yaml"),
    });
    writeFileSync(file, renderReport("html", report, { show: "none" }));
    browser = await chromium.launch({
      ...(executable !== undefined && { executablePath: executable }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    });
    page = await browser.newPage({ colorScheme: "light", viewport: { width: 1200, height: 900 } });
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`file://${file}`);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const shown = async () => await page.locator("details.finding:visible").count();

  test("filters by level and by words, and says how many are shown", async () => {
    const all = await page.locator("details.finding").count();
    expect(await shown()).toBe(all);
    await page.locator("input[value=breaking]").uncheck();
    const rest = await shown();
    expect(rest).toBeLessThan(all);
    expect(await page.locator(".shown").textContent()).toBe(`${String(rest)} of ${String(all)} shown`);
    await page.locator("input[value=breaking]").check();
    await page.keyboard.press("/");
    await page.keyboard.type("etag settings");
    expect(await page.locator("details.finding:visible summary").first().textContent()).toContain("ETag");
    expect(await shown()).toBeLessThan(5);
    await page.keyboard.press("Escape");
    expect(await shown()).toBe(all);
  });

  test("is used by keyboard: next, previous, open", async () => {
    const focused = async () =>
      await page.evaluate<number>(
        `[...document.querySelectorAll("summary")].indexOf(document.activeElement)`,
      );
    await page.keyboard.press("j");
    const first = await focused();
    await page.keyboard.press("j");
    expect(await focused()).toBeGreaterThan(first);
    await page.keyboard.press("k");
    expect(await focused()).toBe(first);
    const isOpen = async () => await page.evaluate<boolean>(`document.activeElement.parentElement.open`);
    const before = await isOpen();
    await page.keyboard.press("Enter");
    expect(await isOpen()).toBe(!before);
    await page.keyboard.press("Enter");
  });

  test("has old and new beside each other, with the lines that differ marked, and below each other on a phone", async () => {
    const change = page.locator("details.finding", { hasText: "The type of property" }).first();
    expect(await change.locator(".sides mark").allTextContents()).toEqual(['"string"', '"number"']);
    const left = async () =>
      await Promise.all(
        [0, 1].map(async (side) => (await change.locator(".sides > div").nth(side).boundingBox())?.x ?? 0),
      );
    const [old = 0, now = 0] = await left();
    expect(now).toBeGreaterThan(old);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(new Set(await left()).size).toBe(1);
    const width = await page.evaluate<number>(`document.documentElement.scrollWidth`);
    expect(width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  test("is dark where the reader's system is, with text that can be read", async () => {
    const contrast = async () => await page.evaluate<number>(lowestContrast);
    expect(await contrast()).toBeGreaterThanOrEqual(4.5);
    await page.emulateMedia({ colorScheme: "dark" });
    const back = await page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`);
    expect(back).toBe("rgb(13, 17, 23)");
    expect(await contrast()).toBeGreaterThanOrEqual(4.5);
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("loads nothing, and its policy has nothing to refuse", () => {
    expect(requests).toEqual([`file://${file}`]);
    expect(problems).toEqual([]);
    expect(readFileSync(file, "utf8")).toContain("default-src 'none'");
  });
});

/** The lowest contrast of a text that is shown with what is behind it (WCAG 2.2, 1.4.3); for the page to run. */
const lowestContrast = `
  const light = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/gu).map(Number).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (/^rgb\\(/u.test(backgroundColor)) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [...document.querySelectorAll("p, span, code, h1, h2, h3, label, li, legend, pre, strong, summary")];
  Math.min(...texts.filter((one) => one.getClientRects().length > 0).map((one) => {
    const [front, back] = [light(getComputedStyle(one).color), light(behind(one))];
    return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  }));
`;
