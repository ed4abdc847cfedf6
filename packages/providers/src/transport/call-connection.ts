/** The connection of an upstream call. */
export interface CallConnection {
  /** Whether it has carried a response before. */
  readonly hasResponded: boolean;
  markResponded(): void;
}
