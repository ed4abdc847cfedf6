import { isObject } from '@org/engine';
import type { ApiPayload } from './api-payload.js';

/** The signer of data: a model of an upstream. All models of one upstream share the name in their signatures. */
export interface Signer {
  /** Word characters and hyphens only. */
  readonly name: string;
  readonly model: string;
}

/** Encodes what an upstream requires back, and its model, as signature data. `prefix`: its format and version. */
export function writeSignatureData(prefix: string, model: string, payload: object): string {
  return prefix + Buffer.from(JSON.stringify({ model, ...payload }), 'utf8').toString('base64url');
}

/**
 * Decodes such data; `undefined` for another model's data and for invalid data. It passed through a client, so
 * everything is validated.
 */
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
