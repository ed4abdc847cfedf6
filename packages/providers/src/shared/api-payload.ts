/** A parsed JSON object of an upstream's API, of which nothing has been validated. */
export type ApiPayload = Readonly<Record<string, unknown>>;
