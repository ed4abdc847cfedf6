import type { ValueTypes } from './argument-types.js';
import { CallBody } from './call-body.js';
import type { CallFormat } from './call-format.js';
import { FramedCalls } from './framed-calls.js';
import type { CallHead, PartWriter } from './part-writer.js';
import type { Progress } from './progress.js';

/** What is known of the offered tools. */
export interface CallableTools {
  /** Resolves a called name to its tool. */
  readonly headOf: (name: string) => CallHead;
  /** The types that a tool's argument may have, or the value at a path within it. */
  readonly typesOf: (name: string, ...path: readonly string[]) => ValueTypes;
}

/** Parses the content between call markers as it is generated. */
export interface CallReader {
  readonly state: Progress;
  /** Calls that were opened. */
  readonly opened: number;
  /** Consumes text and returns the remainder, once the content has ended or is malformed. */
  push(text: string): string;
  /** The text ends here, in any state. The reader does not complete `truncated` output. */
  finish(truncated: boolean): void;
}

export function callReader(format: CallFormat, tools: CallableTools, writer: PartWriter): CallReader {
  return format.frame === undefined
    ? new CallBody(format, tools.headOf, writer)
    : new FramedCalls(format, format.frame, tools, writer);
}
