import type { JsonValue } from '@org/engine';

/** The model as the upstream names it, if that is a valid name for logs and responses. Otherwise `requested`. */
export function reportedModel(model: JsonValue | undefined, requested: string): string {
  return typeof model === 'string' && /^[\w.:@/+-]{1,200}$/.test(model) ? model : requested;
}
