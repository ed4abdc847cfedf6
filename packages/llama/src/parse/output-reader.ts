import type { CallableTools } from './call-reader.js';
import { ChannelParser } from './channel-parser.js';
import type { OutputFamily } from './output-family.js';
import { OutputParser } from './output-parser.js';
import type { PartWriter } from './part-writer.js';

/**
 * Splits model output into text, reasoning and tool calls as it arrives. The result does not depend on how the text
 * is split into chunks.
 */
export interface OutputReader {
  push(text: string): void;
  /**
   * Emits the buffered text: the model ended, or the completion was `truncated`, in which case a call without a name
   * is dropped.
   */
  finish(truncated: boolean): void;
  readonly inReasoning: boolean;
  /** Whether the output is emitted as text. */
  readonly inText: boolean;
  /** From the start of a call grammar to the end of the call. */
  readonly inCall: boolean;
  /** A grammar of calls can take over here. */
  readonly atCallStart: boolean;
  /** Number of calls opened so far. */
  readonly calls: number;
}

export interface ReadingOptions extends CallableTools {
  /** The prompt already opened a reasoning section. */
  readonly startsInReasoning: boolean;
  /** The completion continues text at the end of the prompt. */
  readonly continues: boolean;
  /** Whether the reader detects calls. Without tools, call markers are ordinary text. */
  readonly tools: boolean;
  /** Whether a call within reasoning counts as a call. */
  readonly callsEndReasoning: boolean;
  /** Tools whose calls may be unmarked, where the call format allows that. */
  readonly bareCalls: readonly string[];
}

/** Receives the visible text; the stop scanner implements it. */
export interface TextSink {
  push(text: string): void;
  /** Emits the buffered text, because other parts follow. */
  flush(): void;
  /** No more text is accepted. */
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
