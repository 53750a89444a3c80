/** The style sheet of the HTML report: light and dark as the reader's system has it, one column on a narrow screen, and for print. */
export const htmlStyle = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --panel: #f6f8fa; --line: #d0d7de; --text: #1f2328; --dim: #59636e; --link: #0757ba;
  --breaking: #b3201c; --risky: #8a4600; --compatible: #116329; --docs: #59636e; --none: #59636e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0d1117; --panel: #161b22; --line: #3d444d; --text: #e6edf3; --dim: #9da7b3; --link: #79b8ff;
    --breaking: #ff8078; --risky: #f0a857; --compatible: #56d364; --docs: #9da7b3; --none: #9da7b3;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
code, pre { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
code { background: var(--panel); border: 1px solid var(--line); border-radius: .25rem; padding: 0 .25rem; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .375rem; margin: .25rem 0; max-height: 20rem;
  overflow: auto; padding: .5rem; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .25rem; }
.contracts { color: var(--dim); margin: 0 0 1rem; }
.verdict { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); margin: 1rem 0; }
.card { background: var(--panel); border: 1px solid var(--line); border-left: .375rem solid var(--none); border-radius: .5rem;
  padding: .75rem 1rem; }
.card p { margin: 0; }
.card .what { color: var(--dim); font-size: .875rem; }
.card .level { font-size: 1.5rem; font-weight: 600; }
.breaking { --level: var(--breaking); } .risky { --level: var(--risky); } .compatible { --level: var(--compatible); }
.docs { --level: var(--docs); } .none { --level: var(--none); }
.card.breaking, .card.risky, .card.compatible { border-left-color: var(--level); }
.card .level, .badge { color: var(--level); }
.messages { list-style: none; margin: 1rem 0; padding: 0; }
.messages li { border-left: .25rem solid var(--line); margin: .25rem 0; padding-left: .75rem; }
.messages .error { border-color: var(--breaking); } .messages .warning { border-color: var(--risky); }
form { align-items: center; background: var(--back); border: 1px solid var(--line); border-radius: .5rem; display: flex; flex-wrap: wrap;
  gap: .5rem 1rem; margin: 1rem 0; padding: .75rem 1rem; position: sticky; top: 0; z-index: 1; }
fieldset { border: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0; }
legend { float: left; font-weight: 600; margin-right: .5rem; padding: 0; }
label { cursor: pointer; white-space: nowrap; }
input[type=search] { background: var(--panel); border: 1px solid var(--line); border-radius: .375rem; color: inherit; font: inherit;
  min-width: 14rem; padding: .25rem .5rem; }
.shown { color: var(--dim); margin-left: auto; }
.group { margin: 1.5rem 0; }
details.finding { border: 1px solid var(--line); border-left: .375rem solid var(--level); border-radius: .5rem; margin: .5rem 0; }
details.finding > summary { cursor: pointer; padding: .5rem .75rem; }
details.finding > div { padding: 0 .75rem .75rem; }
details.finding p { margin: .25rem 0; }
.badge { font-weight: 600; margin-right: .5rem; }
.axes { color: var(--dim); font-size: .875rem; margin-right: .5rem; }
.sides { display: grid; gap: .75rem; grid-template-columns: 1fr 1fr; margin: .5rem 0; }
.sides h3 { font-size: .875rem; margin: 0; }
mark { background: color-mix(in srgb, var(--level) 18%, transparent); color: inherit; }
.facts { color: var(--dim); font-size: .875rem; }
ul.reach { columns: 2 26rem; margin: .25rem 0; padding-left: 1.25rem; }
ul.reach li { break-inside: avoid; }
[hidden] { display: none !important; }
@media (max-width: 40rem) { .sides { grid-template-columns: 1fr; } body { padding: .75rem; } form { position: static; } }
@media print { form { display: none; } body { max-width: none; } details.finding { break-inside: avoid; } pre { max-height: none; } }
`;

/**
 * The script of the HTML report: filters and keys. The page is complete without it. It reads attributes and text, and writes
 * nothing but the attribute `hidden` and one count.
 */
export const htmlScript = `
"use strict";
const form = document.querySelector("form");
const search = form.elements.namedItem("search");
const findings = [...document.querySelectorAll("details.finding")];
const texts = new Map(findings.map((one) => [one, one.textContent.toLowerCase()]));
const groups = [...document.querySelectorAll("section.group")];
const count = document.querySelector(".shown");
const update = () => {
  const levels = new Set([...form.querySelectorAll("input[name=level]:checked")].map((one) => one.value));
  const axes = new Set([...form.querySelectorAll("input[name=axis]:checked")].map((one) => one.value));
  const words = search.value.toLowerCase().split(/\\s+/u).filter((word) => word !== "");
  let shown = 0;
  for (const one of findings) {
    const axis = one.dataset.axes.split(" ");
    const matches = levels.has(one.dataset.level)
      && (one.dataset.axes === "" || axis.some((name) => axes.has(name)))
      && (one.dataset.accepted !== "true" || form.elements.namedItem("accepted").checked)
      && words.every((word) => texts.get(one).includes(word));
    one.hidden = !matches;
    if (matches) shown += 1;
  }
  for (const group of groups) group.hidden = group.querySelector("details.finding:not([hidden])") === null;
  count.textContent = shown + " of " + findings.length + " shown";
};
const step = (by) => {
  const visible = findings.filter((one) => !one.hidden).map((one) => one.querySelector("summary"));
  if (visible.length === 0) return;
  const at = visible.indexOf(document.activeElement);
  const next = at === -1 ? (by > 0 ? 0 : visible.length - 1) : Math.min(Math.max(at + by, 0), visible.length - 1);
  visible[next].focus();
  visible[next].scrollIntoView({ block: "center" });
};
form.hidden = false;
form.addEventListener("input", update);
form.addEventListener("submit", (event) => { event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && document.activeElement === search) { search.value = ""; update(); search.blur(); return; }
  if (document.activeElement === search) return;
  if (event.key === "/") { event.preventDefault(); search.focus(); }
  if (event.key === "j") step(1);
  if (event.key === "k") step(-1);
});
update();
`;
