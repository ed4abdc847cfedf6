// Calls whose arguments nobody can read, of an answer that was not cut.
import { EngineError } from '@org/engine/errors/engine-error';
import { isObject, type JsonValue } from '@org/engine/model/json';
import type { ToolCallPart } from '@org/engine/model/part';

/** Whether a tool can be run with what the model wrote. No arguments at all are those of a tool that takes none. */
export function isUsable({ kind, argumentsText }: ToolCallPart): boolean {
  if (kind === 'custom' || argumentsText.trim() === '') return true;
  try {
    const value = JSON.parse(argumentsText) as JsonValue;
    return isObject(value);
  } catch {
    return false;
  }
}

export function unusableCall(): EngineError {
  return new EngineError('upstream-failed', 'The model wrote tool arguments that are not a JSON object.', {
    byModel: true,
  });
}
