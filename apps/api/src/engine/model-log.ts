/** Log for facts detected about a model. */
export interface ModelLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}
