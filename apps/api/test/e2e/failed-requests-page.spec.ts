// The commands of docs/guides/failed-requests.md find owner and reason of planted failures in the log alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const page = readFileSync(new URL('../../../../docs/guides/failed-requests.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command = '']) => command);
const hasJq = spawnSync('jq', ['--version']).status === 0;

type Line = Readonly<Record<string, unknown>>;

let service: TestService;
let upstream: ScriptedUpstream;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'failed-requests-'));
  upstream = await startScriptedUpstream();
  const provider = Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    profile: 'generic' as const,
    retries: 0,
    baseUrl: upstream.baseUrl,
  });
  service = await startTestService({ config: { models: [{ name: 'm', provider }], logsUpstreamMessages: true } });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

(hasJq ? describe : describe.skip)('the guide to failed requests', () => {
  /** Ids of the three failed requests, and of the response in the background. */
  const ids: Record<'ours' | 'upstream' | 'background' | 'response', string> = {
    ours: '',
    upstream: '',
    background: '',
    response: '',
  };
  const log = (): string => join(folder, 'service.log');

  /** Runs a command of the page, by its number, and returns its lines. */
  function run(index: number, variables: Readonly<Record<string, string>>): readonly Line[] {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', commands[index] ?? ''], {
      env: { PATH: process.env['PATH'] ?? '', LOG: log(), ...variables },
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const compact = spawnSync('jq', ['-c', '.'], { input: stdout, encoding: 'utf8' }).stdout;
    return compact
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  }

  beforeAll(async () => {
    const ask = async (body: object): Promise<{ id: string; response: { id?: string } }> => {
      const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', ...body });
      return {
        id: response.headers.get('request-id') ?? '',
        response: (await response.json()) as { id?: string },
      };
    };
    ids.ours = (await ask({ temperature: 'hot' })).id;
    upstream.play((call) => call.reply(400, { error: { message: 'top_k: must be at most 100' } }));
    ids.upstream = (await ask({})).id;
    upstream.play((call) => call.reply(401, { error: { message: 'this account is closed' } }));
    const background = await ask({ background: true });
    [ids.background, ids.response] = [background.id, background.response.id ?? ''];
    await eventually(() => service.log.some(({ msg }) => msg === 'job'));
    upstream.play((call) => {
      call.delta({ content: 'one' });
      call.finish();
    });
    await ask({});
    await eventually(() => service.log.filter(({ msg }) => msg === 'request').length === 4);
    const lines = service.log.map((line) => JSON.stringify({ ...line, time: new Date(Number(line['time'])) }));
    writeFileSync(log(), `Model Response Service\n\n${lines.join('\n')}\n`);
  });

  it('has six commands', () => {
    expect(commands).toHaveLength(6);
  });

  it('finds a 400 of the service by the request id', () => {
    expect(run(0, { REQUEST_ID: ids.ours })).toMatchObject([
      { owner: 'name:alice', keyName: 'alice', model: 'm', error: 'invalid-request', param: 'temperature' },
    ]);
  });

  it('finds a 400 of the upstream with its words', () => {
    expect(run(2, {})).toMatchObject([
      { requestId: ids.upstream, owner: 'name:alice', upstreamMessage: 'top_k: must be at most 100' },
      { requestId: ids.background, owner: 'name:alice', upstreamMessage: 'this account is closed' },
    ]);
  });

  it('finds a failed background response by its id, and by that of the request that created it', () => {
    const records = [
      { msg: 'request', owner: 'name:alice', status: 200 },
      {
        msg: 'job',
        owner: 'name:alice',
        keyName: 'alice',
        status: 502,
        error: 'upstream-failed',
        fix: expect.any(String),
      },
    ];
    const inOrder = (lines: readonly Line[]): readonly Line[] =>
      lines.toSorted((a, b) => String(b['msg']).localeCompare(String(a['msg'])));
    expect(inOrder(run(3, { RESPONSE_ID: ids.response }))).toMatchObject(records);
    expect(inOrder(run(0, { REQUEST_ID: ids.background }))).toMatchObject(records);
  });

  it('finds all failures of a user on a day', () => {
    const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
    const found = run(1, { OWNER: 'name:alice', FROM: day(-1), TO: day(2) });
    expect(found.map(({ requestId }) => requestId)).toEqual([ids.ours, ids.upstream, ids.background]);
    expect(run(1, { OWNER: 'name:alice', FROM: day(-2), TO: day(-1) })).toEqual([]);
    expect(run(1, { OWNER: 'name:bob', FROM: day(-1), TO: day(2) })).toEqual([]);
  });

  it('counts failures by their reason', () => {
    const found = run(4, {});
    expect(found).toHaveLength(3);
    expect(found).toContainEqual(
      expect.objectContaining({ error: 'upstream-failed', count: 1, owners: ['name:alice'] }),
    );
  });

  it('sums the tokens of a key', () => {
    const { stdout } = spawnSync('sh', ['-c', commands[5] ?? ''], {
      env: { PATH: process.env['PATH'] ?? '', LOG: log() },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^name:alice\talice\t\d+\n$/);
  });
});
