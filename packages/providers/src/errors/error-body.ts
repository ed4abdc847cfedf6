import { arrayOf, asObject, asText, isObject, type JsonObject } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/** An upstream's error object and its message, from a complete JSON body. */
export interface ReadableError {
  readonly details: ApiPayload;
  readonly message: string;
}

/** Reads a body in one of the known forms of an error; `undefined`: a web page, a part of a body, or another form. */
export function readErrorBody(body: string): ReadableError | undefined {
  const value = errorValueIn(body);
  return value === undefined ? undefined : readErrorObject(value);
}

/** The same of an error object, or of an object around it. */
export function readErrorObject(value: ApiPayload): ReadableError | undefined {
  const details = asObject(value['error']) ?? value;
  const message = [details['message'], value['error'], value['message'], value['error_msg'], value['detail']]
    .map(messageOf)
    .find((found) => found !== undefined && found.trim() !== '');
  return message === undefined ? undefined : { details: { ...details, message }, message };
}

/** The object of a body, also of the first element of a list (Gemini). */
export function errorValueIn(body: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const value = Array.isArray(parsed) ? (parsed as readonly unknown[])[0] : parsed;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A message, or those of validation errors (FastAPI), without the input that they repeat. */
function messageOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const lines = arrayOf(value).map((one) => validationMessage(asObject(one)));
    return lines.length === 0 || lines.includes(undefined) ? undefined : lines.join('; ');
  }
  const nested = asObject(value);
  return asText(value) ?? asText(nested?.['message']) ?? asText(nested?.['error']);
}

function validationMessage(one: ApiPayload | undefined): string | undefined {
  const message = asText(one?.['msg']);
  if (message === undefined) return undefined;
  const path = arrayOf(one?.['loc'])
    .filter((segment) => segment !== 'body')
    .join('.');
  return path === '' ? message : `${path}: ${message}`;
}
