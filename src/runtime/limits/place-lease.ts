/** Milliseconds that a place is held for without a sign of life: so long a crashed process keeps it from the others. */
export const placeLease = 600_000;
