// Every upstream fault in every phase of its response, for every form of response, over raw HTTP and the official
// SDKs: exactly one ending, and the correct one.
import { DatabaseSync } from 'node:sqlite';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canStrike, upstreamFaults, upstreamPhases } from '@org/providers/testing';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { eventually } from '../kit/eventually.js';
import { connections, startBadUpstream, type BadUpstream, type FaultCase } from './bad-upstream.js';
import { findOutcomeFaults, type RequestOutcome } from './request-outcome.js';
import { requestForms, type RequestForm } from './request-forms.js';
import { inParallel } from './in-parallel.js';
import { RawClient } from './raw-client.js';
import { askBySdk } from './sdk-clients.js';

/**
 * Milliseconds until a client counts as hanging. tools/reliability (`upstream-faults`) measures how soon it gets an
 * error.
 */
const hangMs = 20_000;
/** Requests at once. */
const width = 16;

const pairs = upstreamPhases.flatMap((phase) =>
  upstreamFaults.filter((fault) => canStrike(fault, phase)).map((fault) => ({ phase, fault })),
);
/** Megabytes in every case would only measure memory: one form uses them in every phase, the others in two. */
const isSmall = (form: RequestForm, { phase, fault }: (typeof pairs)[number]): boolean =>
  fault.name !== '64 MB line' ||
  form.name === 'responses stream, stored' ||
  phase.name === 'in text' ||
  phase.name === 'before headers';

/** A background response waits for a busy model, as long as no output was received. */
const waits = (form: RequestForm, { phase, fault }: (typeof pairs)[number]): boolean =>
  form.background &&
  (fault.code === 'overloaded' || fault.code === 'rate-limited') &&
  (phase.reached === 'nothing' || phase.reached === 'headers');

let bad: BadUpstream;
const took = new Map<string, number[]>();
/** Number of stored responses that must exist at the end. */
let stored = 0;
/** And those that may be there: they were given up before anything struck. */
let unsure = 0;
let timersBefore: number;

beforeAll(async () => {
  timersBefore = timers();
  bad = await startBadUpstream();
});
afterAll(async () => {
  await bad.close();
  process.stdout.write(table());
});

async function endAll(
  form: RequestForm,
  ask: (asked: FaultCase) => Promise<RequestOutcome>,
  isWanted: (pair: (typeof pairs)[number]) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  await inParallel(
    pairs.filter((pair) => isWanted(pair) && !waits(form, pair)),
    width,
    async ({ phase, fault }) => {
      const asked = bad.open(form, phase, fault);
      const addProblem = (what: string): void => void wrong.push(`${fault.name} ${phase.name}: ${what}`);
      const ending = await ask(asked).catch((error: unknown) => addProblem(`threw ${String(error)}`));
      if (ending === undefined) return;
      findOutcomeFaults(form, asked, ending).forEach(addProblem);
      bad.leaksIn(ending.message, fault.isForwarded).forEach((secret) => addProblem(`told ${secret}`));
      // On a busy machine the timeout may expire before the request is processed; then no fault occurred.
      if (asked.timeoutMs > 0 && Number.isNaN(asked.struckAt)) {
        unsure += form.stored ? 1 : 0;
        return;
      }
      if (asked.requests > 2 || asked.requests === 0 || (phase.reached !== 'nothing' && asked.requests !== 1))
        addProblem(`${asked.requests} requests to the upstream`);
      const ms = ending.at - asked.struckAt - asked.timeoutMs;
      took.set(fault.name, [...(took.get(fault.name) ?? []), ms]);
      if (!(ms < hangMs)) addProblem(`reported after ${ms} ms`);
      if (
        form.stored &&
        (form.background || fault.begins === true || phase.reached === 'output' || phase.reached === 'reason')
      )
        stored += 1;
    },
  );
  return wrong;
}

describe.each(requestForms)('$name', (form) => {
  it("ends every fault in every phase exactly once, with the dialect's error, over raw HTTP", async () => {
    const leaks: string[] = [];
    const wrong = await endAll(
      form,
      async (asked) => {
        const client = new RawClient(bad.service);
        try {
          const ending = await client.ask(form, asked);
          const { response } = ending;
          if (!form.stored || response === undefined) return ending;
          const retrieved = await client.retrieve(String(response['id']));
          return JSON.stringify(retrieved) === JSON.stringify(response)
            ? ending
            : { ...ending, problems: [...ending.problems, `stored as ${JSON.stringify(retrieved)}`] };
        } finally {
          leaks.push(...bad.leaksIn(client.received, asked.fault.isForwarded));
          client.close();
        }
      },
      (pair) => isSmall(form, pair),
    );
    expect(wrong).toEqual([]);
    expect(leaks).toEqual([]);
  }, 60_000);

  it('ends every fault in every phase with the right error of the official SDK', async () => {
    const wrong = await endAll(
      form,
      (asked) => askBySdk(bad.service, form, asked),
      ({ fault }) => fault.name !== '64 MB line',
    );
    expect(wrong).toEqual([]);
  }, 60_000);
});

describe('after all these faults', () => {
  it('nothing is open: no exchange, no request, no timer', async () => {
    await eventually(() => bad.service.app.get(ActiveRequests).count === 0 && bad.upstream.open === 0);
    expect(bad.upstream.sockets).toBeLessThanOrEqual(3 * connections);
    // The store and the job runner hold a few timers of their own.
    await eventually(() => timers() <= timersBefore + 5);
  });

  it('the store has every response as failed', () => {
    const file = readdirSync(bad.service.dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'));
    const database = new DatabaseSync(join(bad.service.dataDir, String(file)), { readOnly: true });
    const rows = database.prepare('SELECT status, count(*) AS count FROM turn GROUP BY status').all();
    database.close();
    expect(rows).toEqual([{ status: 'failed', count: expect.any(Number) }]);
    expect(Number(rows[0]?.['count'])).toBeGreaterThanOrEqual(stored);
    expect(Number(rows[0]?.['count'])).toBeLessThanOrEqual(stored + unsure);
  });

  it('every slot of the upstream is free: as many requests as there are go out at once', async () => {
    const before = bad.upstream.records.length;
    const goOn = Promise.withResolvers<void>();
    bad.upstream.play(async (call) => {
      await goOn.promise;
      call.delta({ content: 'Hello.' });
      call.finish();
    });
    const all = Array.from({ length: connections }, () =>
      bad.service.post('/v1/responses', { model: 'm', input: 'Hi', store: false }),
    );
    await eventually(() => bad.upstream.open === connections);
    goOn.resolve();
    for (const response of await Promise.all(all)) {
      expect(response.status).toBe(200);
      await response.text();
    }
    expect(bad.upstream.records.length - before).toBe(connections);
  });

  it('no log line contains text, the address or the key of the upstream', () => {
    expect(bad.service.log.length).toBeGreaterThan(pairs.length);
    expect(bad.leaksIn(JSON.stringify(bad.service.log))).toEqual([]);
  });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

function table(): string {
  const rows = [...took].map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): string =>
      String(Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)).padStart(7);
    return `${name.padEnd(24)}${String(times.length).padStart(6)}${at(0.5)}${at(0.99)}${at(1)}`;
  });
  const count = [...took.values()].reduce((sum, times) => sum + times.length, 0);
  return `\nfault                    cases ms p50    p99    max\n${rows.join('\n')}\n${count} cases; machine ${bad.busyness().toFixed(1)} times too busy\n`;
}
