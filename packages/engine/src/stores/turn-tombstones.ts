// A turn may have a log of any length. A long one is deleted in pieces, so that others write in between: first the turn becomes remains,
// which no reader finds and whose content is gone, then its events go, then what is left of its row. What a process does not get to
// delete any more, a sweep deletes.

/** Most events, and most bytes of them, that are deleted at once. A turn with more becomes remains. */
export const maxEventsPerDelete = 1_000;
export const maxBytesPerDelete = 1024 * 1024;

/** When remains have expired: no turn was ever to be kept until then. */
export const tombstoneExpiry = -1;

/** The id of remains, before their key. `toKeyText` makes no text with such a sign in it, so nobody can name them. */
export const tombstonePrefix = '\\gone ';
