/**
 * An invalid setting that prevents the start. The message is one sentence for the operator: the path, the value, and
 * what was expected.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
