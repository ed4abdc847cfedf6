import type { Progress } from './progress.js';

/** Reads the arguments of a call in a form that a model has for them, and says them as a JSON object. */
export interface ArgumentsReader {
  readonly state: Progress;
  /** What stands behind them, once they have ended or broken. */
  readonly rest: string;
  /** The JSON that is sure now. */
  push(text: string): string;
  /** The text ends here: the JSON that was held back. What was `truncated` off is not made up. */
  finish(truncated: boolean): string;
}

/** What the steps say, up to one that says nothing. */
export function allSteps(step: () => string | undefined): string {
  let output = '';
  for (let delta = step(); delta !== undefined; delta = step()) output += delta;
  return output;
}
