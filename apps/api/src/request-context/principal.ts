/** The authenticated client of a request. */
export interface Principal {
  /** Owns what it makes: every read and write of the store names it. */
  readonly owner: string;
  /** Names the key in the log; the key itself is nowhere. */
  readonly keyId: string;
  /** What people call the key: its limits go by that. */
  readonly keyName: string;
  /** Whether it is a key of the store, which can be revoked while the service runs. */
  readonly revocable: boolean;
}
