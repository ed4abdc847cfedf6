// Durations of leases in tests. The store uses its real clock, and no test has to wait.

/** A lease longer than any test. */
export const longLease = 3_600_000;

/** A lease that expires at once, as if its holder had crashed. */
export const noLease = 0;
