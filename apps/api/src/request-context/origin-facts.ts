/** What the log shows of the client of a job. */
export interface OriginFacts {
  readonly owner: string;
  readonly keyId: string | undefined;
  readonly keyName: string | undefined;
}
