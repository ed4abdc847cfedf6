/** The form that an answer came in. */
export type Form = 'json' | 'stream';
