import { isObject } from '@org/engine';
import type { ApiPayload } from './api-payload.js';

/** Who proved something: a model of an upstream. All models of one upstream share the name that their seals bear. */
export interface Signer {
  /** Word characters and hyphens only. */
  readonly name: string;
  readonly model: string;
}

/** The data of a seal that holds what an upstream wants back, and for which model. `prefix`: the form of it, and its version. */
export function writeSignatureData(prefix: string, model: string, payload: object): string {
  return prefix + Buffer.from(JSON.stringify({ model, ...payload }), 'utf8').toString('base64url');
}

/** What such data holds; `undefined` for another model's, and for what is none. It was in the hands of a client, so nothing in it is certain. */
export function readSignatureData(prefix: string, model: string, data: string): ApiPayload | undefined {
  if (!data.startsWith(prefix)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(data.slice(prefix.length), 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  return isObject(value) && value['model'] === model ? value : undefined;
}
