/** The vendor word of a token exchange that a contract leaves open: whatever it is, it must not stop a generation. */
export const vendor = "corpus";
