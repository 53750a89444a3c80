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
