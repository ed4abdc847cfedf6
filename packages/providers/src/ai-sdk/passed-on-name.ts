import { EngineError } from '@org/engine';

const maxQuotedNameLength = 120;

/** Characters with a special meaning in a URL, or removed from it. */
const unsafePathPattern = /[\p{Cc}\\?#%]|(?:^|\/)\.{0,2}(?:\/|$)/u;

/**
 * Returns a client's model name if it is safe to forward to a package. Packages write it into the request path
 * unescaped, so a crafted name would make the service request another resource with its own key. Throws
 * `unknown-model`.
 */
export function passedOnName(name: string): string {
  if (unsafePathPattern.test(name))
    throw new EngineError(
      'unknown-model',
      `The model ${JSON.stringify(name.slice(0, maxQuotedNameLength))} does not exist.`,
      { param: 'model' },
    );
  return name;
}
