// A tool of this API that the client runs itself. OpenAI's models know such tools, so its API form has no schema; for
// every other model it is a function. Its calls and outputs have item types of their own, in both directions.
import { isObject, type JsonObject, type JsonValue, type ToolResultPart } from '@org/engine';

/** The description of the tool for a model. */
export interface ClientToolForm {
  readonly description?: string;
  readonly inputSchema: JsonObject;
}

/** A client's output, as a model receives it. */
export type ClientOutput = Pick<ToolResultPart, 'content' | 'isError'>;

export interface ClientTool {
  /** What the function is called. */
  readonly name: string;
  /** The types that the tool goes by in `tools` and in `tool_choice`. */
  readonly toolTypes: readonly string[];
  readonly callType: string;
  readonly outputType: string;
  /** What errors call a call of it. */
  readonly label: string;
  /** The function that represents `tool`; undefined where the client does not run it. */
  form(tool: JsonObject): ClientToolForm | undefined;
  /** The arguments of the function in a call's item; undefined for a call that is not the client's. */
  readCall(item: JsonObject): JsonValue | undefined;
  /** Content of an output item; undefined for one that is not the client's. */
  readOutput(item: JsonObject): ClientOutput | undefined;
  /**
   * Item members of a call in addition to id, `call_id` and status. Clients can read the item whatever the model
   * wrote: where its arguments are missing or truncated, it requests nothing harmful, and the client's output informs
   * the model.
   */
  writeCall(argumentsText: string, tool: JsonObject): JsonObject;
}

/**
 * The arguments as an object; an empty one where they are no JSON object, because they were truncated or the model
 * wrote something else.
 */
export function argumentsIn(text: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

export function integerIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** Joins lines to one text, leaving out empty ones. */
export function lines(...all: readonly string[]): string {
  return all.filter((line) => line !== '').join('\n');
}
