import { generateText, firstRunOf, setUpBackends, settle } from '#src/testing/backend-setup.js';

describe('a group with a backend that lets a request wait', () => {
  it('moves on when a backend that lets a request wait does not respond to health checks, either', async () => {
    const rehearsal = setUpBackends('ab', { rules: { silenceMs: 5 } });
    const a = firstRunOf(rehearsal);
    let questions = 0;
    a.behavior = undefined;
    a.probe = async () => {
      questions += 1;
      throw new Error('no backend responds');
    };
    expect(await generateText(rehearsal.group)).toBe('b');
    expect([questions, a.open, rehearsal.group.status()[0]?.running]).toEqual([2, 0, 0]);
  });

  it('continues to wait for a backend that responds to health checks, and for one that missed a single one', async () => {
    const rehearsal = setUpBackends('ab', { rules: { silenceMs: 5 } });
    const a = firstRunOf(rehearsal);
    const questions: string[] = [];
    a.behavior = undefined;
    a.probe = async () => {
      questions.push('well?');
      if (questions.length % 2 === 1) throw new Error('busy');
    };
    const asked = generateText(rehearsal.group);
    while (questions.length < 6) await settle();
    a.runs[0]?.finish();
    expect(await asked).toBe('a');
    const before = questions.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(questions).toHaveLength(before);
  });

  it('counts a health check that cannot even be sent as failed', async () => {
    const rehearsal = setUpBackends('ab', { rules: { silenceMs: 5 } });
    const a = firstRunOf(rehearsal);
    const questions: string[] = [];
    a.behavior = undefined;
    a.probe = () => {
      questions.push('well?');
      throw new Error('closed');
    };
    expect(await generateText(rehearsal.group)).toBe('b');
    expect(questions).toHaveLength(2);
  });

  it('forwards an abort to the backend that lets a request wait, and sends it no more health checks', async () => {
    const rehearsal = setUpBackends('a', { rules: { silenceMs: 5 } });
    const a = firstRunOf(rehearsal);
    let questions = 0;
    a.behavior = undefined;
    a.probe = async () => void (questions += 1);
    const abort = new AbortController();
    const asked = generateText(rehearsal.group, 'Hi', abort.signal);
    await settle();
    abort.abort();
    expect(await asked).toBe('cancelled');
    const before = questions;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([a.open, questions, rehearsal.group.status()[0]?.status]).toEqual([0, before, 'closed']);
  });
});
