/** How far a reader is. `ended`: all was read. `broken`: what was read is nothing of its kind, or goes on as none. */
export type Progress = 'reading' | 'ended' | 'broken';

/** Of a reader at this step of its own. */
export function progressAt(step: string): Progress {
  return step === 'ended' || step === 'broken' ? step : 'reading';
}
