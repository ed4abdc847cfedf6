// A conversation may have any number of items. One with many is deleted in pieces, as a turn with a long log is (turn-remains.ts): first it
// becomes remains, which no reader finds, then its items go, then the gaps between them, then its row. An item counts as long as its
// conversation is its owner's: what is left of one that is gone is found by nobody, whichever way he looks.

/** The owner of all remains. `toKeyText` makes no text with such a sign in it, so nobody is called so. */
export const tombstoneOwner = '\\gone';

/** Most items and gaps, and most bytes of items, that are deleted at once. A conversation with more becomes remains. */
export const maxItemsPerDelete = 250;
export const maxBytesPerDelete = 1024 * 1024;
