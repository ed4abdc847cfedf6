import { isTimeSliceWanted, nextTimeSlice } from './time-slices.js';

/**
 * Work that yields between its steps, so that its driver may let the event loop run, and returns its result. A codec is written once, as
 * steps: {@link runNow} runs it for a short content, {@link runYielding} for a long one.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps at once and returns their result. */
export function runNow<Result>(steps: Steps<Result>): Result {
  let next = steps.next();
  while (next.done !== true) next = steps.next();
  return next.value;
}

/** Length of a time slice, in milliseconds. */
const timeSliceMs = 5;
/** Length of the first time slice of work that has not waited for it, while other work does. */
const shortTimeSliceMs = 1;

/**
 * Runs the steps and yields to the event loop between them whenever a time slice of 5 ms is used up. Work that runs at
 * the same time takes turns.
 */
export async function runYielding<Result>(steps: Steps<Result>): Promise<Result> {
  if (isTimeSliceWanted()) await nextTimeSlice();
  return continueYielding(steps);
}

async function continueYielding<Result>(steps: Steps<Result>): Promise<Result> {
  let start = performance.now();
  let next = steps.next();
  while (next.done !== true) {
    if (performance.now() - start > timeSliceMs) {
      await nextTimeSlice();
      start = performance.now();
    }
    next = steps.next();
  }
  return next.value;
}

/** {@link runNow} for steps that end within a time slice, otherwise {@link runYielding}: short work needs no promise. */
export function runInSlices<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const sliceMs = isTimeSliceWanted() ? shortTimeSliceMs : timeSliceMs;
  const start = performance.now();
  let next = steps.next();
  while (next.done !== true) {
    if (performance.now() - start > sliceMs) return nextTimeSlice().then(() => continueYielding(steps));
    next = steps.next();
  }
  return next.value;
}

/** `values.map(transform)`, one value a step. */
export function* mapInSteps<Value, Result>(
  values: Iterable<Value>,
  transform: (value: Value) => Result,
): Steps<readonly Result[]> {
  const results: Result[] = [];
  for (const value of values) {
    if (results.length > 0) yield;
    results.push(transform(value));
  }
  return results;
}

/** The chunks of a text in UTF-8, one chunk a step. */
export function toUtf8Chunks(chunks: Iterable<string>): Steps<readonly Buffer[]> {
  return mapInSteps(chunks, (chunk) => Buffer.from(chunk));
}

/** The chunks of a text as one string, one chunk a step. */
export function* joinChunks(chunks: Iterable<string>): Steps<string> {
  return (yield* mapInSteps(chunks, String)).join('');
}
