/** The form of a response. */
export type Form = 'json' | 'stream';
