/** A setting that stops the start. The message is one sentence for the operator: where, what, and what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
