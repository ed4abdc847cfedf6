import { StreamError } from '../api-error.js';
import { startTimer } from './start-timer.js';

/** Settles as `promise` does, within this time of silence: then it rejects with StreamError. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let stopTimer: (() => void) | undefined;
  const silence = new Promise<never>((_, reject) => {
    stopTimer = startTimer(milliseconds, () =>
      reject(new StreamError(`The service sent nothing for ${milliseconds} ms.`)),
    );
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    stopTimer?.();
  }
}
