// The service responds to any body: with a valid response or with an error that explains the rejection.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { startFuzzedService, type FuzzedService, type Reply } from './fuzzed-service.js';
import { inputOf, type Input } from './inputs.js';
import { checkReply } from './check-reply.js';
import { translate } from './translate.js';

/**
 * A fixed seed in CI, so that a failure there is about the change; a new seed everywhere else. FUZZ_SEED replays a
 * run, FUZZ_RUNS sets the number of inputs (`npm run check:reliability` uses 200 000), FUZZ_FROM the number of the
 * first.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? (process.env['CI'] === 'true' ? 1 : Math.trunc(Date.now() / 1000)));
const runs = Number(process.env['FUZZ_RUNS'] ?? 20_000);
const from = Number(process.env['FUZZ_FROM'] ?? 0);

/** One of this many inputs takes the full path over HTTP, the others only the dialects. */
const overHttp = 5;
/** Requests in flight at once. */
const width = 8;
/** Milliseconds that a reply may take. */
const slowest = 1000;
/** Findings after which a run ends. */
const enough = 5;

type Send = (input: Input) => Reply | Promise<Reply>;

/** One run over inputs: their results and the errors found. */
class Run {
  readonly #counts = new Map<string, number>();
  readonly #findings: string[] = [];
  readonly #slow: number[] = [];
  readonly #start = performance.now();
  #done = 0;

  constructor(
    readonly name: string,
    readonly authorization: string,
    readonly send: Send,
  ) {}

  get over(): boolean {
    return this.#findings.length >= enough;
  }

  async take(index: number): Promise<void> {
    const input = inputOf(seed, index, this.authorization);
    let reply: Reply | undefined;
    this.#done += 1;
    try {
      reply = await this.send(input);
      this.#count(`${input.path} ${reply.status}`);
      if (reply.took > slowest) this.#slow.push(index);
      checkReply(input.path, reply);
    } catch (thrown) {
      this.#find(index, thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown), input, reply);
    }
  }

  /** Prints the counts and gives what was found. */
  async end(): Promise<string> {
    const seconds = (performance.now() - this.#start) / 1000;
    // Other processes on the machine can delay anything: a slow input counts only if it is slow alone.
    for (const index of this.#slow) {
      const input = inputOf(seed, index, this.authorization);
      const reply = await this.send(input);
      if (reply.took > slowest) this.#find(index, `took ${Math.round(reply.took)} ms`, input, reply);
    }
    const table = [...this.#counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([what, count]) => `  ${what}: ${count}`);
    process.stdout.write(
      `fuzz ${this.name}: FUZZ_SEED=${seed}, ${this.#done} requests in ${seconds.toFixed(1)} s\n${table.join('\n')}\n`,
    );
    return this.#findings.join('\n\n');
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #find(index: number, why: string, { path, headers, text }: Input, reply: Reply | undefined): void {
    this.#findings.push(
      `FUZZ_SEED=${seed} FUZZ_FROM=${index} FUZZ_RUNS=1\n${why.slice(0, 1000)}\n${path} ${JSON.stringify(headers).slice(0, 500)}\n${text.slice(0, 1500)}\n${String(reply?.status)} ${String(reply?.body.slice(0, 1000))}`,
    );
  }
}

const prototypeKeys = Reflect.ownKeys(Object.prototype);
const indices = Array.from({ length: runs }, (_, at) => from + at);

describe('a changed request', () => {
  let service: FuzzedService;
  beforeAll(async () => {
    service = await startFuzzedService();
  });
  afterAll(() => service.close());

  it('gets a valid and timely response of its dialect from the service', async () => {
    const run = new Run('over HTTP', service.authorization, service.send);
    const todo = indices.filter((index) => index % overHttp === 0).values();
    const work = async (): Promise<void> => {
      for (const index of todo) {
        if (run.over) return;
        await run.take(index);
      }
    };
    await Promise.all(Array.from({ length: width }, work));
    expect(await run.end()).toBe('');
    // What it was asked has not worn it out.
    const good = await service.send({
      path: '/v1/messages',
      headers: {
        authorization: service.authorization,
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
      },
      text: '{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}',
    });
    expect(good.status).toBe(200);
    expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys);
  }, 600_000);

  it('is translated to a valid response or rejected with an error of its dialect', async () => {
    const run = new Run('of the dialects', 'Bearer x', translate);
    for (const index of indices) {
      if (index % overHttp === 0 || run.over) continue;
      await run.take(index);
      if (index % 1000 === 1) await yieldToEventLoop();
    }
    expect(await run.end()).toBe('');
    // No request has polluted the object prototype.
    expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys);
  }, 600_000);
});
