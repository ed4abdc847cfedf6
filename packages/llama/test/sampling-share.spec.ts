import { setImmediate as turn } from 'node:timers/promises';

import { BatchScheduler } from '#src/worker/batches/batch-scheduler.js';
import { SamplingShare, type Candidate } from '#src/worker/batches/sampling-share.js';

const attacker = { grammarOwner: 'attacker' };
const second = { grammarOwner: 'attacker' };
const victim: Candidate = { grammarOwner: 'victim' };
const free: Candidate = { grammarOwner: undefined };

describe('the share of completions whose grammar makes a token expensive to choose', () => {
  it('is a fifth of the time while others wait', () => {
    const share = new SamplingShare();
    share.record('attacker', 100, 10);
    let expensiveMs = 0;
    let othersMs = 0;
    for (let round = 0; round < 1_000; round += 1) {
      const { admitted } = share.select<Candidate>([attacker, victim], false);
      expect(admitted).toContain(victim);
      if (admitted.includes(attacker)) {
        expensiveMs += 100;
        share.record('attacker', 100, 10);
      } else {
        othersMs += 10;
        share.repay(10);
      }
    }
    expect(expensiveMs / (expensiveMs + othersMs)).toBeLessThanOrEqual(0.2);
    expect(expensiveMs / (expensiveMs + othersMs)).toBeGreaterThan(0.15);
  });

  it('is the same for several completions of one owner or of several, because one of them joins a round', () => {
    const share = new SamplingShare();
    const other = { grammarOwner: 'other' };
    share.record('attacker', 100, 10);
    share.record('other', 100, 10);
    share.repay(400);
    expect(share.select<Candidate>([attacker, second, other, free], false)).toEqual({
      admitted: [attacker, free],
      held: [second, other],
    });
  });

  it('holds a new completion of an owner whose last grammar was expensive', () => {
    const share = new SamplingShare();
    share.record('attacker', 100, 10);
    expect(share.select<Candidate>([second, free], false)).toEqual({ admitted: [free], held: [second] });
  });

  it('holds none while no other work waits, and all of them for a prompt', () => {
    const share = new SamplingShare();
    share.record('attacker', 100, 10);
    expect(share.select([attacker, second], false)).toEqual({ admitted: [attacker, second], held: [] });
    expect(share.select([attacker, second], true)).toEqual({ admitted: [], held: [attacker, second] });
  });

  it('ends for an owner after a number of inexpensive tokens', () => {
    const share = new SamplingShare();
    share.record('attacker', 100, 10);
    for (let token = 0; token < 15; token += 1) share.record('attacker', 1, 10);
    expect(share.isExpensive(attacker)).toBe(true);
    share.record('attacker', 1, 10);
    expect(share.isExpensive(attacker)).toBe(false);
  });
});

describe('a completion next to one with an expensive grammar', () => {
  it('gets its tokens while the other waits, and both finish', async () => {
    const batches = new BatchScheduler();
    const order: string[] = [];
    const complete = async (owner: string, sequenceIndex: number, tokens: number, choiceMs: number): Promise<void> => {
      const sequence = { sequenceIndex, signal: new AbortController().signal, grammarOwner: owner };
      for (let token = 0; token < tokens; token += 1) {
        await batches.write(sequence, async () => {
          await turn();
          order.push(owner);
          batches.recordChoice(owner, choiceMs, 1);
        });
      }
    };
    await Promise.all([complete('attacker', 0, 10, 60_000), complete('victim', 1, 100, 0)]);
    expect(order.filter((owner) => owner === 'attacker')).toHaveLength(10);
    // After the first expensive token the other would run for minutes.
    expect(order.slice(0, order.lastIndexOf('victim')).filter((owner) => owner === 'attacker')).toHaveLength(1);
  });
});
