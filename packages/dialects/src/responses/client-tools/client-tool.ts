// A tool of this wire that the client runs itself. OpenAI's models know such tools by heart, so its wire form has no schema; to
// every other model it is a function. Its calls and outputs are items of kinds of their own, in both directions.
import { isObject, type JsonObject, type JsonValue, type ToolResultPart } from '@org/engine';

/** What a model has to know of it. */
export interface ClientToolForm {
  readonly description?: string;
  readonly inputSchema: JsonObject;
}

/** What a client answered, as a model is told it. */
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
  /** The function that stands for `tool`; undefined where it is not the client that runs it. */
  form(tool: JsonObject): ClientToolForm | undefined;
  /** The arguments of the function in a call's item; undefined for a call that is not the client's. */
  readCall(item: JsonObject): JsonValue | undefined;
  /** What an output's item says; undefined for one that is not the client's. */
  readOutput(item: JsonObject): ClientOutput | undefined;
  /**
   * What a call says in its item besides id, `call_id` and status. Whatever the model wrote, the item is one that clients can read:
   * where its arguments are missing or were cut, it asks for nothing that does harm, and the client's answer tells the model.
   */
  writeCall(argumentsText: string, tool: JsonObject): JsonObject;
}

/** The arguments as an object; one without members where they are no JSON object, because they were cut or the model wrote something else. */
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

/** Lines as one text; empty ones are left out. */
export function lines(...all: readonly string[]): string {
  return all.filter((line) => line !== '').join('\n');
}
