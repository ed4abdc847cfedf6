import type { CompletedAttempt } from '@org/engine';
import { ResponseRecording } from '#src/request-context/response-recording.js';
import { settlementOf } from '../kit/settlement.js';

/** Returns a recording with a limit of ten bytes and the values that it was settled with. */
function recording(): { responseRecording: ResponseRecording; settled: unknown[] } {
  const settled: unknown[] = [];
  return { responseRecording: new ResponseRecording(10, settlementOf(settled)), settled };
}

const headers = { 'content-type': 'text/plain' };

describe('The recording of a response', () => {
  it('is settled with all of it, once', async () => {
    const { responseRecording, settled } = recording();
    responseRecording.take('12345');
    responseRecording.take('67890');
    await responseRecording.finish(200, headers);
    responseRecording.take('more');
    await responseRecording.finish(200, headers);
    await responseRecording.abandon();
    expect(settled).toEqual([{ status: 200, headers, body: '1234567890' }]);
  });

  it('exceeds its limit by one byte, not by one character', async () => {
    const { responseRecording, settled } = recording();
    responseRecording.take('12345');
    responseRecording.take('6789é');
    responseRecording.take('0');
    await responseRecording.finish(200, headers);
    expect(settled).toEqual(['too-large']);
  });

  it('is settled without a value when no response exists to store', async () => {
    const { responseRecording, settled } = recording();
    responseRecording.take('12345');
    await responseRecording.abandon();
    await responseRecording.finish(200, headers);
    expect(settled).toEqual([undefined]);
  });

  it('is stored together with the object that it reports, and stays open if that write fails', async () => {
    const { responseRecording, settled } = recording();
    const bodies: string[] = [];
    const write = async (completedAttempt: CompletedAttempt): Promise<string> => {
      bodies.push(completedAttempt.response.body);
      if (bodies.length === 1) throw new Error('the disk is full');
      return 'written';
    };
    await expect(responseRecording.finishWith({ status: 200, headers, body: '12345' }, write)).rejects.toThrow(
      'the disk is full',
    );
    expect(settled).toEqual([]);
    expect(await responseRecording.finishWith({ status: 200, headers, body: '123456789é' }, write)).toBe('written');
    await responseRecording.abandon();
    expect([bodies, settled]).toEqual([['12345', 'too-large'], ['kept']]);
  });

  it('notifies waiters when it is settled, and later ones at once', async () => {
    const { responseRecording, settled } = recording();
    const settledCounts: number[] = [];
    responseRecording.whenSettled(() => settledCounts.push(settled.length));
    responseRecording.whenSettled(() => settledCounts.push(settled.length));
    expect(settledCounts).toEqual([]);
    await responseRecording.abandon();
    expect(settledCounts).toEqual([1, 1]);
    responseRecording.whenSettled(() => settledCounts.push(3));
    await responseRecording.abandon();
    expect(settledCounts).toEqual([1, 1, 3]);
  });
});
