import { randomBytes } from 'node:crypto';
import { createServerSealer } from '@org/engine/testing';
import { answerLock, lockAnswer, openAnswer } from '#src/idempotency/answer-lock.js';

const sealer = createServerSealer(randomBytes(32));
const names = ['alice', 'POST', '/v1/responses', 'key-1'];

describe('the lock of a kept answer', () => {
  it('is opened by the same request only', () => {
    const text = 'data: {"text":"é 😀 \u0000"}\n\n';
    const closed = answerLock(sealer, names).close(text);
    expect(answerLock(sealer, names).open(closed)).toBe(text);
    expect(closed).not.toContain('text');
    for (const [place] of names.entries()) {
      const other = answerLock(sealer, names.with(place, 'other'));
      expect(other.id).not.toBe(answerLock(sealer, names).id);
      expect(() => other.open(closed)).toThrow(/authenticate/);
    }
  });

  it('holds what is told of the request beside the body, too, and gives it all back', () => {
    const answer = {
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-service-warning': 'ignored diagnosis: no effect' },
      body: 'data: 1',
    };
    const closed = lockAnswer(answer, answerLock(sealer, names));
    expect(JSON.stringify(closed)).not.toMatch(/diagnosis|data: 1/);
    expect(openAnswer(closed, answerLock(sealer, names))).toEqual(answer);
    const silent = { ...answer, headers: { 'content-type': 'application/json' } };
    expect(openAnswer(lockAnswer(silent, answerLock(sealer, names)), answerLock(sealer, names))).toEqual(silent);
  });

  it('needs the secret of the service', () => {
    const elsewhere = answerLock(createServerSealer(randomBytes(32)), names);
    expect(elsewhere.id).not.toBe(answerLock(sealer, names).id);
    expect(() => elsewhere.open(answerLock(sealer, names).close('x'))).toThrow(/authenticate/);
  });

  it('says nothing of the key in its name', () => {
    expect(answerLock(sealer, names).id).toMatch(/^[\w-]{43}$/);
  });
});
