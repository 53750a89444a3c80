import { shortName } from "../describe-element.js";
import type { Union } from "../form/schema-form.js";

/** Where a branch is listed: the component that it refers to may not have changed at all. */
export function branchPosition({ pointer, branches, isImplied }: Union, branch: string): string {
  if (isImplied) return pointer;
  return branch.startsWith(`${pointer}/`) ? branch : `${pointer}/${String(branches.indexOf(branch))}`;
}

/** A branch, for people: the name of its component, or its number in the list. */
export function branchName({ pointer }: Union, branch: string | undefined): string {
  if (branch === undefined) return "null";
  const [, index] = branch.startsWith(`${pointer}/`)
    ? (/^\/(\d+)$/u.exec(branch.slice(pointer.length)) ?? [])
    : [];
  return index === undefined ? shortName(branch) : String(Number(index) + 1);
}
