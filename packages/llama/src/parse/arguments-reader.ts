import type { Progress } from './progress.js';

/** Parses call arguments in a model's format and emits them as a JSON object. */
export interface ArgumentsReader {
  readonly state: Progress;
  /** The text after the arguments, once they have ended or are malformed. */
  readonly rest: string;
  /** The JSON that is sure now. */
  push(text: string): string;
  /** Marks the end of the text and returns the buffered JSON. A `truncated` object is not completed. */
  finish(truncated: boolean): string;
}

/** Concatenates the output of the steps, up to the first step without output. */
export function allSteps(step: () => string | undefined): string {
  let output = '';
  for (let delta = step(); delta !== undefined; delta = step()) output += delta;
  return output;
}
