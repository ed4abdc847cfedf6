import { asText, isObject, type JsonObject } from '@org/engine';

/** The arguments of a call; undefined where the model wrote something else than a JSON object. */
export function parseArguments(text: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A text argument without spaces around it; undefined where it is absent or empty. */
export function textArgument(argumentsText: string, name: string): string | undefined {
  return asText(asText(parseArguments(argumentsText)?.[name])?.trim());
}
