/** A conversation records its last use at most this often, in milliseconds. */
export const useGranularityMs = 3_600_000;

/** Number of idle conversations that one step of a sweep reads. */
export const conversationsPerSweepStep = 50;
