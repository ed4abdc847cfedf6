// Durations of leases in tests. The store's clock runs as it does in earnest: nothing has to be waited for.

/** One that no test outlives. */
export const longLease = 3_600_000;

/** One that is over as soon as it is given: its holder has vanished. */
export const noLease = 0;
