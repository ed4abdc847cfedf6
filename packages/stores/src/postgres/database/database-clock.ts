/**
 * The time of the database in Unix milliseconds, as SQL. Leases of all replicas expire by this one clock, because the
 * replicas' clocks may differ by seconds. A statement reads it once, so that an index can be used with it.
 */
export const databaseNow = '(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)';
