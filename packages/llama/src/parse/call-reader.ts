import type { ValueTypes } from './argument-types.js';
import { CallBody } from './call-body.js';
import type { CallFormat } from './call-format.js';
import { FramedCalls } from './framed-calls.js';
import type { CallHead, PartWriter } from './part-writer.js';
import type { Progress } from './progress.js';

/** What is known of the offered tools. */
export interface CallableTools {
  /** What a called name stands for. */
  readonly headOf: (name: string) => CallHead;
  /** The types that an argument of a tool may have, or what stands at a path inside of it. */
  readonly typesOf: (name: string, ...path: readonly string[]) => ValueTypes;
}

/** Reads what stands between the marks around calls, as it is written. */
export interface CallReader {
  readonly state: Progress;
  /** Calls that were opened. */
  readonly opened: number;
  /** Reads on and returns what is left, once it has ended or broken. */
  push(text: string): string;
  /** The text ends here, in whatever state. What was `truncated` off is not made up. */
  finish(truncated: boolean): void;
}

export function callReader(format: CallFormat, tools: CallableTools, writer: PartWriter): CallReader {
  return format.frame === undefined
    ? new CallBody(format, tools.headOf, writer)
    : new FramedCalls(format, format.frame, tools, writer);
}
