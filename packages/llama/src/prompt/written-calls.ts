import type { JsonObject, JsonValue } from '@org/engine';
import { callMembers, type CallFormat } from '../parse/call-format.js';
import { spacedJson } from './spaced-json.js';

/** A call as it is rendered. */
export interface WrittenCall {
  readonly name: string;
  /** JSON, possibly truncated. */
  readonly argumentsText: string;
  /** The same as an object. */
  readonly arguments: JsonObject;
}

/** Whether calls in this format can be rendered here, for templates that render none. */
export function canWrite({ frame }: CallFormat): boolean {
  return frame === undefined || frame.keywords === true;
}

/** Calls as the model writes them itself. */
export function writtenCalls(
  calls: readonly WrittenCall[],
  { open, close = '', gap, list, frame, json = callMembers }: CallFormat,
): string {
  if (calls.length === 0) return '';
  if (frame !== undefined) return `${open}${frame.start}${calls.map(inPython).join(frame.between)}${close}`;
  const written = calls.map(
    (call) =>
      `{${JSON.stringify(json.name)}: ${JSON.stringify(call.name)}, ${JSON.stringify(json.arguments)}: ${call.argumentsText}}`,
  );
  if (list) return `${open}[${written.join(', ')}]${close}`;
  return written.map((call) => `${open}${gap}${call}${gap}${close}`).join(gap);
}

function inPython({ name, arguments: given }: WrittenCall): string {
  return `${name}(${Object.entries(given)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(', ')})`;
}

function python(value: JsonValue | undefined): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return value === null ? 'None' : spacedJson(value);
}
