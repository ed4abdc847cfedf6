// A store on a small file system of its own. Only root may mount one; without it the tests are skipped, and say so.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LimitSettings } from '#src/config/service-file.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const diskBytes = 64 * 1024 * 1024;
const minFreeDiskBytes = 24 * 1024 * 1024;

function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

const disk = process.platform === 'linux' ? mountSmallDisk() : undefined;
const onSmallDisk = disk === undefined ? describe.skip : describe;
let service: TestService;
const start = async (): Promise<void> => {
  service = await startTestService({
    dataDir: join(disk ?? '', 'data'),
    models: { m: scriptedModel(...textResponse('Hello.')) },
    config: { limits: Object.assign(new LimitSettings(), { minFreeDiskBytes }) },
  });
};
afterAll(() => {
  if (disk === undefined) return;
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true });
});

const request = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`${service.url}/v1/${path}`, { method, headers: service.responsesHeaders });
const respond = (body: object = {}): Promise<Response> =>
  service.post('/v1/responses', { model: 'm', input: 'Hi', ...body }, service.responsesHeaders);
/** Creates a conversation of so many bytes, and returns the status and its id. */
const converse = async (bytes: number): Promise<{ status: number; id: string; code: unknown }> => {
  const items = [{ type: 'message', role: 'user', content: 'x'.repeat(bytes) }];
  const response = await service.post('/v1/conversations', { items }, service.responsesHeaders);
  const body = (await response.json()) as { id: string; error?: { code: string } };
  return { status: response.status, id: body.id, code: body.error?.code };
};
const storeHealth = async (): Promise<unknown> => {
  const response = await fetch(`${service.url}/health/ready`);
  return `${response.status} ${((await response.json()) as { store: string }).store}`;
};
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk ?? '');
  return bavail * bsize;
};

onSmallDisk('a service whose disk fills up', () => {
  beforeAll(start);
  afterAll(() => service.close());

  it('stops new records before the disk is full, keeps all that it acknowledged, and goes on once there is space', async () => {
    const acknowledged: string[] = [];
    let refused: Awaited<ReturnType<typeof converse>> | undefined;
    while (refused === undefined) {
      const created = await converse(1_000_000);
      if (created.status === 200) acknowledged.push(created.id);
      else refused = created;
    }
    expect([refused.status, refused.code]).toEqual([503, 'storage_full']);
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(freeBytes()).toBeGreaterThan(minFreeDiskBytes / 4);
    await eventually(async () => (await storeHealth()) === '200 full', 3_000);
    expect(service.log).toContainEqual(expect.objectContaining({ reason: 'disk' }));
    expect([(await respond()).status, (await respond({ store: false })).status]).toEqual([503, 200]);

    for (const id of acknowledged.splice(0, acknowledged.length / 2))
      expect((await request(`conversations/${id}`, 'DELETE')).status).toBe(200);
    await eventually(async () => (await respond()).status === 200, 5_000);
    await eventually(async () => (await storeHealth()) === '200 ok', 3_000);
    await service.stop();
    await start();
    for (const id of acknowledged) expect((await request(`conversations/${id}/items`)).status).toBe(200);
  }, 60_000);

  it('loses no acknowledged record when another program fills the disk, and recovers by itself', async () => {
    const kept = (await converse(100_000)).id;
    const { id: response } = (await (await respond()).json()) as { id: string };
    const filler = join(disk ?? '', 'filler');
    for (let bytes = freeBytes(); bytes >= 4_096; bytes = Math.floor(bytes / 2))
      try {
        writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
      } catch {
        // The disk was fuller than it said.
      }
    await eventually(async () => (await respond()).status === 503, 3_000);
    for (const path of [`conversations/${kept}/items`, `responses/${response}`])
      expect((await request(path)).status).toBe(200);
    expect((await respond({ store: false })).status).toBe(200);
    rmSync(filler);
    await eventually(async () => (await respond()).status === 200, 8_000);
    for (const path of [`conversations/${kept}/items`, `responses/${response}`])
      expect((await request(path)).status).toBe(200);
  }, 60_000);
});
