import type { EngineError } from '../../errors/engine-error.js';
import { ownWords } from './own-words.js';
import { isObject, textOf } from './wire-value.js';

/** What the upstream said when it refused, in whatever form: gateways quote the words of others. */
export function refusalText({ cause }: EngineError): string {
  return isObject(cause) ? ownWords(textOf(cause['body']) ?? JSON.stringify(cause)) : '';
}
