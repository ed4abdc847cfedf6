import type { Failure } from '../api/failure.js';
import type { StreamEvent } from '../api/stream-turn.js';
import type { HostedTool, OutputFile, Source } from './hosted/hosted-tool.js';

/** A part of a model's output as the page shows it. */
export type OutputPart =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** What the text cites. */
      readonly sources?: readonly Source[];
      /** Files that it names. */
      readonly files?: readonly OutputFile[];
    }
  | HostedTool
  | { readonly kind: 'refusal'; readonly text: string }
  /** Empty text: the model's reasoning is encrypted. */
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly name: string; readonly input: string; readonly result: string | undefined }
  | { readonly kind: 'other'; readonly type: string; readonly json: string };

/** Token counts as the service reported them. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  /** Part of the input that the model's cache provided. */
  readonly cached: number | undefined;
  /** Part of the output that is reasoning. */
  readonly reasoning: number | undefined;
}

/** A model's output so far. */
export interface Output {
  /** Id of the message or response; undefined before the first event. */
  readonly id: string | undefined;
  readonly parts: readonly OutputPart[];
  readonly usage: Usage | undefined;
  /** Why the model stopped, in the words of the dialect. */
  readonly finish: string | undefined;
  /** Whether the last event of the stream has arrived. */
  readonly isComplete: boolean;
  /** An error that arrived within the stream. */
  readonly failure: Failure | undefined;
  /** The content of the message, or the items of the response, as the API has them. */
  readonly content: readonly unknown[];
}

/** Folds the events of a stream into an output. Immutable: `next` returns another reader. */
export interface OutputReader {
  readonly output: Output;
  next(event: StreamEvent): OutputReader;
}

/** An output without any event. */
export const emptyOutput: Output = {
  id: undefined,
  parts: [],
  usage: undefined,
  finish: undefined,
  isComplete: false,
  failure: undefined,
  content: [],
};

/** The text of an output, without reasoning. */
export function textOf({ parts }: Output): string {
  return parts.flatMap((part) => (part.kind === 'text' || part.kind === 'refusal' ? [part.text] : [])).join('\n\n');
}

/** Pretty JSON; text as it is. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}
