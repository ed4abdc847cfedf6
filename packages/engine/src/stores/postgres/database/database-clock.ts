/**
 * The time of the database in Unix milliseconds, as SQL. Leases of all replicas run out by this one clock: theirs may be seconds
 * apart. A statement asks it once, so that an index can be used with it.
 */
export const databaseNow = '(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint)';
