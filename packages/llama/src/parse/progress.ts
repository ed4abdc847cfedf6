/**
 * The progress of a reader. `ended`: everything was read. `broken`: the text is not of the expected kind, or
 * continues as something else.
 */
export type Progress = 'reading' | 'ended' | 'broken';

/** The progress of a reader at this step. */
export function progressAt(step: string): Progress {
  return step === 'ended' || step === 'broken' ? step : 'reading';
}
