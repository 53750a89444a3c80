import { loadContract, type LoadOptions } from "../../src/load/load-contract.js";
import { UserError } from "../../src/text/user-error.js";

/** What a person is shown when loading fails; fails itself when it succeeds, or with anything but a UserError. */
export async function failureOf(reference: string, options?: LoadOptions): Promise<UserError> {
  try {
    await loadContract(reference, options);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error(`${reference} was loaded`);
}
