import type { AnsweredAttempt } from '@org/engine';
import type { Exchange } from './exchange.js';
import { jsonAnswer } from './json-answer.js';

/** Writes what `answer` tells of, in one step with it where the request may be sent again. What is told of the request is noted before. */
export async function writeAnswered<Written>(
  { recording, log }: Pick<Exchange, 'recording' | 'log'>,
  answer: object,
  write: (answered?: AnsweredAttempt) => Promise<Written>,
): Promise<Written> {
  if (recording === undefined) return await write();
  return await recording.finishWith(await jsonAnswer(answer, log.warnings ?? []), write);
}
