import type { CallableTools } from './call-reader.js';
import { ChannelParser } from './channel-parser.js';
import type { OutputFamily } from './output-family.js';
import { OutputParser } from './output-parser.js';
import type { PartWriter } from './part-writer.js';

/**
 * Splits what a model writes into text, reasoning and tool calls, as it arrives. The same text cut at any places gives
 * the same parts.
 */
export interface OutputReader {
  push(text: string): void;
  /** What was held back is said now: the model ended, or the answer was `truncated`, and then a call without a name is nothing. */
  finish(truncated: boolean): void;
  readonly inReasoning: boolean;
  /** What is written is said as text. */
  readonly inText: boolean;
  /** From where a grammar of calls begins to where the call ends. */
  readonly inCall: boolean;
  /** A grammar of calls can take over here. */
  readonly atCallStart: boolean;
  /** Calls that were opened so far. */
  readonly calls: number;
}

export interface ReadingOptions extends CallableTools {
  /** The prompt already opened a reasoning section. */
  readonly startsInReasoning: boolean;
  /** The answer goes on with text that the prompt ends with. */
  readonly continues: boolean;
  /** Whether calls are looked for at all. Without tools, their marks are text like any other. */
  readonly tools: boolean;
  /** A call in the middle of reasoning is one. */
  readonly callsEndReasoning: boolean;
  /** Tools whose calls may stand without marks, where the form of calls bears that. */
  readonly bareCalls: readonly string[];
}

/** Takes the visible text; the stop scanner stands here. */
export interface TextSink {
  push(text: string): void;
  /** Other parts follow: says what it holds back. */
  flush(): void;
  /** No more text is wanted. */
  readonly stopped: boolean;
}

export function createOutputReader(
  family: OutputFamily,
  options: ReadingOptions,
  writer: PartWriter,
  sink: TextSink,
): OutputReader {
  return family.form === 'channels'
    ? new ChannelParser(family, options, writer, sink)
    : new OutputParser({ ...options, family }, writer, sink);
}
