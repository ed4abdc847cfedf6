// Calls with unreadable arguments, in a response that was not truncated.
import { EngineError, isObject, type JsonValue, type ToolCallPart } from '@org/engine';

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
