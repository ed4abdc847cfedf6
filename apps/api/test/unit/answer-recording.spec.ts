import type { AnsweredAttempt } from '@org/engine';
import { AnswerRecording } from '#src/exchange/answer-recording.js';
import { settlementOf } from '../kit/settlement.js';

/** A recording with room for ten bytes, and what it was settled with. */
function recording(): { answer: AnswerRecording; settled: unknown[] } {
  const settled: unknown[] = [];
  return { answer: new AnswerRecording(10, settlementOf(settled)), settled };
}

const headers = { 'content-type': 'text/plain' };

describe('The recording of an answer', () => {
  it('is settled with all of it, once', async () => {
    const { answer, settled } = recording();
    answer.take('12345');
    answer.take('67890');
    await answer.finish(200, headers);
    answer.take('more');
    await answer.finish(200, headers);
    await answer.abandon();
    expect(settled).toEqual([{ status: 200, headers, body: '1234567890' }]);
  });

  it('is too large by one byte, not by one character', async () => {
    const { answer, settled } = recording();
    answer.take('12345');
    answer.take('6789é');
    answer.take('0');
    await answer.finish(200, headers);
    expect(settled).toEqual(['too-large']);
  });

  it('is settled with nothing where there is no answer to keep', async () => {
    const { answer, settled } = recording();
    answer.take('12345');
    await answer.abandon();
    await answer.finish(200, headers);
    expect(settled).toEqual([undefined]);
  });

  it('is kept together with what it tells of, and open as before where that could not be written', async () => {
    const { answer, settled } = recording();
    const bodies: string[] = [];
    const write = async (answered: AnsweredAttempt): Promise<string> => {
      bodies.push(answered.answer.body);
      if (bodies.length === 1) throw new Error('the disk is full');
      return 'written';
    };
    await expect(answer.finishWith({ status: 200, headers, body: '12345' }, write)).rejects.toThrow('the disk is full');
    expect(settled).toEqual([]);
    expect(await answer.finishWith({ status: 200, headers, body: '123456789é' }, write)).toBe('written');
    await answer.abandon();
    expect([bodies, settled]).toEqual([['12345', 'too-large'], ['kept']]);
  });

  it('tells who waits when it is settled, and whoever comes later at once', async () => {
    const { answer, settled } = recording();
    const told: number[] = [];
    answer.whenSettled(() => told.push(settled.length));
    answer.whenSettled(() => told.push(settled.length));
    expect(told).toEqual([]);
    await answer.abandon();
    expect(told).toEqual([1, 1]);
    answer.whenSettled(() => told.push(3));
    await answer.abandon();
    expect(told).toEqual([1, 1, 3]);
  });
});
