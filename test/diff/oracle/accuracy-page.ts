import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../support/repository.js";
import { mutations } from "../mutate/mutate.js";
import { accuracyOf, isBreaking, type Measured } from "./measure.js";
import { type Told, toldAgain } from "./measure-told.js";
import { LEVELS, levelsOf, type MeasuredWire, placesOf, plainLevel, type Shares } from "./measure-wire.js";

/** What was measured once, with contracts that are not ours: the end of the page. */
const HISTORIES = "test/diff/oracle/histories.md";

const PLACE_OF_ALTERNATIVES =
  "Alternatives that are types alone are read as one list of types: a change of one is reported for the list, one level higher.";

/** Why a comparison differs from its oracle, by row; a miss without a reason fails the run. */
const REASONS: Readonly<Record<string, string>> = {
  "H7: bytes become a text": "A part of a multipart body without a content type has another one then.",
  "H7: an integer becomes a long one": PLACE_OF_ALTERNATIVES,
  "I7: a text becomes a constant": PLACE_OF_ALTERNATIVES,
};

/** A pair that a comparison and its oracle judge differently. */
type Miss = Pick<Measured, "base" | "pointer" | "row" | "title">;

/** The reason of a miss; undefined: it has none yet. */
export function reasonOf({ row, title }: Miss): string | undefined {
  return REASONS[`${row}: ${title}`] ?? REASONS[row];
}

/** `precision 99.1 %, recall 100.0 %`. */
export function sharesText({ precision, recall }: Shares): string {
  return `precision ${percent(precision)}, recall ${percent(recall)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** The text of docs/diff-accuracy.md. */
export function accuracyPage(
  sdk: readonly Measured[],
  wire: readonly MeasuredWire[],
  told: readonly Told[],
): string {
  return [
    "# How accurate `cabinetry diff` is",
    "",
    "`npm run diff:accuracy` writes this page. Do not edit it.",
    "",
    "Each pair is a contract and a copy with one change. The kinds of change are the rows of the catalogue of changes. " +
      "The contracts are one of our own, the fixture, and four that others published.",
    "",
    ...sdkSection(sdk),
    ...wireSection(wire),
    ...toldSection(told),
    ...rowsSection(sdk, wire),
    readFileSync(join(repository, HISTORIES), "utf8"),
  ].join("\n");
}

function sdkSection(all: readonly Measured[]): readonly string[] {
  const { pairs, breaking, precision, recall, misses } = accuracyOf(all);
  return [
    "## TypeScript callers",
    "",
    "The oracle is the TypeScript compiler. For each pair it generates both clients, writes a caller of the old client, and compiles " +
      "the caller with both. A pair is breaking when the compiler complains about the new client. The caller imports every name, makes " +
      "clients and models (with models written out within models), calls every method with all members and with the required ones, " +
      "and reads every member of every result and model. It handles values that the contract does not list, where the type is open for them.",
    "",
    ...table(
      ["pairs", "breaking", "precision", "recall"],
      [[String(pairs), String(breaking), percent(precision), percent(recall)]],
    ),
    "Precision: how many of the reported pairs the compiler rejects. Recall: how many of the rejected pairs are reported.",
    "",
    ...missesOf(misses, describeSdkMiss),
  ];
}

function describeSdkMiss(one: Measured): string {
  return isBreaking(one)
    ? `reported: ${one.changes.flatMap(({ level, rule }) => (level === "breaking" ? [`\`${rule}\``] : [])).join(", ")}`
    : `compiler: ${(one.complaints[0] ?? "").replaceAll("|", "/")}`;
}

function wireSection(all: readonly MeasuredWire[]): readonly string[] {
  const { pairs, misses, of } = levelsOf(all);
  const place = placesOf(all);
  return [
    "## The wire",
    "",
    "The oracle is the catalogue of changes: the mutator knows the row of its change, and finds by itself in which directions operations " +
      "use the changed object. A pair has the worst level of its findings. Changes of documentation count as none.",
    "",
    ...table(
      ["level", "expected", "reported", "precision", "recall"],
      LEVELS.map((level) => {
        const { expected, reported, precision, recall } = of(level);
        return [level, String(expected), String(reported), percent(precision), percent(recall)];
      }),
    ),
    `${String(pairs)} pairs. Place: a finding is in its place when it is at the changed object, below it, or at a reference to it.`,
    "",
    ...table(
      ["findings", "in place", "precision", "pairs", "found in place", "recall"],
      [
        [
          String(place.findings),
          String(place.inPlace),
          percent(place.precision),
          String(place.pairs),
          String(place.found),
          percent(place.recall),
        ],
      ],
    ),
    ...missesOf([...new Set([...misses, ...place.misses])], (one) => {
      const { expected = "none", level } = one;
      const isLevel = plainLevel(expected) === plainLevel(level);
      const found = [...new Set(one.findings.map(({ rule }) => `\`${rule}\``))].slice(0, 3).join(", ");
      return `${isLevel ? "place" : `expected ${expected}, reported ${level}`}: ${found === "" ? "nothing" : found}`;
    }),
  ];
}

function toldSection(all: readonly Told[]): readonly string[] {
  const again = all.filter((one) => toldAgain(one).length > 0);
  const met = all.filter(({ findings }) => findings.length > 0);
  const once = met.filter(({ findings }) => findings.length === 1).length;
  return [
    "## One change, one finding",
    "",
    "A change of the contract changes the client in several places: members, types, names. The report tells them with the change that " +
      "causes them. Some changes are several on the wire: a part of `allOf` that is removed takes each of its properties away.",
    "",
    ...table(
      [
        "pairs with a change",
        "one finding",
        "share",
        "several on the wire",
        "the client told beside its cause",
      ],
      [
        [
          String(met.length),
          String(once),
          percent(once / Math.max(1, met.length)),
          String(met.length - once - again.length),
          String(again.length),
        ],
      ],
    ),
    ...(again.length === 0
      ? []
      : table(
          ["row", "change", "pointer", "told beside"],
          again.map((one) => [
            one.row,
            one.title,
            `\`${one.pointer}\` of \`${one.base}\``,
            [...new Set(toldAgain(one).map(({ rule }) => `\`${rule}\``))].join(", "),
          ]),
        )),
  ];
}

function rowsSection(sdk: readonly Measured[], wire: readonly MeasuredWire[]): readonly string[] {
  const wrong = new Set<Miss>([...levelsOf(wire).misses, ...placesOf(wire).misses]);
  const rows = mutations.map(({ row, title }) => {
    const isOf = (one: Miss) => one.row === row && one.title === title;
    const [callers, sent] = [sdk.filter(isOf), wire.filter(isOf)];
    const breaking = callers.filter(({ complaints }) => complaints.length > 0).length;
    const agreed = callers.filter((one) => isBreaking(one) === one.complaints.length > 0).length;
    const right = sent.filter((one) => !wrong.has(one)).length;
    return [row, title, ...[callers.length, breaking, agreed, sent.length, right].map(String)];
  });
  return [
    "## Pairs by kind of change",
    "",
    ...table(["row", "change", "SDK pairs", "breaking", "agreed", "wire pairs", "agreed"], rows),
  ];
}

function missesOf<Pair extends Miss>(
  misses: readonly Pair[],
  describe: (miss: Pair) => string,
): readonly string[] {
  if (misses.length === 0) return ["No misses.", ""];
  return table(
    ["row", "change", "pointer", "found", "reason"],
    misses.map((one) => [
      one.row,
      one.title,
      `\`${one.pointer}\` of \`${one.base}\``,
      describe(one),
      reasonOf(one) ?? "",
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}
