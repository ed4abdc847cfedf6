// Whatever stands in a body, the service answers: with an answer that clients can read, or with an error that says why not.
import { startFuzzedService, type FuzzedService, type Reply } from './answering.js';
import { inputOf, type Input } from './inputs.js';
import { judge } from './judge.js';

/** FUZZ_SEED replays a run, FUZZ_RUNS sets how many inputs it has; FUZZ_FROM starts at a later one. */
const seed = Number(process.env['FUZZ_SEED'] ?? Math.trunc(Date.now() / 1000));
const runs = Number(process.env['FUZZ_RUNS'] ?? 200_000);
const from = Number(process.env['FUZZ_FROM'] ?? 0);

/** Requests in flight at once. */
const width = 8;
/** Milliseconds that a reply may take. */
const slowest = 1000;

interface Finding {
  readonly index: number;
  readonly why: string;
  readonly input: Input;
  readonly reply: Reply | undefined;
}

let service: FuzzedService;
beforeAll(async () => {
  service = await startFuzzedService();
});
afterAll(() => service.close());

async function examine(index: number, counts: Map<string, number>): Promise<Finding | undefined> {
  const input = inputOf(seed, index, service.authorization);
  let reply: Reply | undefined;
  try {
    reply = await service.send(input);
    counts.set(`${input.path} ${reply.status}`, (counts.get(`${input.path} ${reply.status}`) ?? 0) + 1);
    judge(input.path, reply);
    return undefined;
  } catch (thrown) {
    return { index, why: thrown instanceof Error ? thrown.message : String(thrown), input, reply };
  }
}

function told({ index, why, input: { path, headers, text }, reply }: Finding): string {
  return `FUZZ_SEED=${seed} FUZZ_FROM=${index} FUZZ_RUNS=1: ${why}\n${path} ${JSON.stringify(headers)}\n${text.slice(0, 1500)}\n${String(reply?.status)} ${String(reply?.body.slice(0, 1000))}`;
}

it(
  `every one of ${runs} changed requests is answered in order, in time and in its dialect`,
  async () => {
    const counts = new Map<string, number>();
    const findings: Finding[] = [];
    const slow: number[] = [];
    let next = from;
    const work = async (): Promise<void> => {
      while (next < from + runs && findings.length < 5) {
        const index = next;
        next += 1;
        const start = performance.now();
        const finding = await examine(index, counts);
        if (finding !== undefined) findings.push(finding);
        if (performance.now() - start > slowest) slow.push(index);
      }
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: width }, work));
    const seconds = (performance.now() - start) / 1000;
    // A neighbour on the machine can hold anything up: what was slow in company must be slow alone to count.
    for (const index of slow) {
      const { took } = await service.send(inputOf(seed, index, service.authorization));
      if (took > slowest) findings.push({ index, why: `took ${Math.round(took)} ms`, input: inputOf(seed, index, service.authorization), reply: undefined });
    }
    const table = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `  ${what}: ${count}`);
    process.stdout.write(`fuzz: seed ${seed}, ${next - from} requests in ${seconds.toFixed(1)} s\n${table.join('\n')}\n`);
    expect(findings.map(told).join('\n\n')).toBe('');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  },
  600_000,
);
