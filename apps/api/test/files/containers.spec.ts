// Containers by the official SDK.
import 'reflect-metadata';
import OpenAI, { toFile } from 'openai';
import type { Clock } from '@org/engine';
import { CodeToolSettings } from '#src/config/settings/code-tool-settings.js';
import { formOf, upload, uploadedId } from './upload.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';
import { scriptedModel } from '../kit/scripts.js';
import { scriptedTools } from '../kit/scripted-tools.js';

let now = Date.parse('2026-11-01T12:00:00Z');
const clock: Clock = { now: () => now };
let service: TestService;
let client: OpenAI;
let other: OpenAI;
beforeAll(async () => {
  service = await startTestService({ clock, models: { m: scriptedModel() } });
  const baseURL = `${service.url}/v1`;
  client = new OpenAI({ baseURL, apiKey: service.key, maxRetries: 0 });
  other = new OpenAI({ baseURL, apiKey: otherKey, maxRetries: 0 });
});
afterAll(() => service.close());

const minute = 60_000;

describe('containers', () => {
  it('expire after the idle time of tools.code, unless the client sets one', async () => {
    const code = Object.assign(new CodeToolSettings(), { idleMinutes: 7 });
    const configured = await startTestService({
      ...{ clock, models: { m: scriptedModel() }, hostedTools: scriptedTools() },
      config: { tools: { code } },
    });
    const { containers } = new OpenAI({ baseURL: `${configured.url}/v1`, apiKey: configured.key, maxRetries: 0 });
    const expiry = { anchor: 'last_active_at', minutes: 9 } as const;
    expect(await containers.create({ name: 'a' })).toMatchObject({ expires_after: { ...expiry, minutes: 7 } });
    expect(await containers.create({ name: 'b', expires_after: expiry })).toMatchObject({ expires_after: expiry });
    await configured.close();
  });

  it('beyond maxContainersPerOwner and maxFilesPerContainer are rejected with container_quota_exceeded', async () => {
    const code = Object.assign(new CodeToolSettings(), { maxContainersPerOwner: 1, maxFilesPerContainer: 1 });
    const configured = await startTestService({
      ...{ clock, models: { m: scriptedModel() }, hostedTools: scriptedTools() },
      config: { tools: { code } },
    });
    const options = { baseURL: `${configured.url}/v1`, maxRetries: 0 };
    const { containers, files } = new OpenAI({ ...options, apiKey: configured.key });
    const full = { status: 400, code: 'container_quota_exceeded' };
    const { id } = await containers.create({ name: 'a' });
    await expect(containers.create({ name: 'b' })).rejects.toMatchObject(full);
    await new OpenAI({ ...options, apiKey: otherKey }).containers.create({ name: 'b' });
    const add = async (name: string): Promise<unknown> => {
      const file = await files.create({ file: await toFile(Buffer.from(name), name), purpose: 'user_data' });
      return containers.files.create(id, { file_id: file.id });
    };
    await add('a.txt');
    await expect(add('b.txt')).rejects.toMatchObject(full);
    await configured.close();
  });

  it('are created, retrieved, listed and deleted', async () => {
    const created = await client.containers.create({
      name: 'analysis',
      memory_limit: '4g',
      expires_after: { anchor: 'last_active_at', minutes: 30 },
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^cntr_/),
      object: 'container',
      created_at: now / 1000,
      name: 'analysis',
      status: 'running',
      last_active_at: now / 1000,
      expires_after: { anchor: 'last_active_at', minutes: 30 },
      memory_limit: '4g',
      network_policy: { type: 'disabled' },
    });
    expect(await client.containers.retrieve(created.id)).toEqual(created);
    const second = await client.containers.create({ name: 'other' });
    const ids = async (query: OpenAI.ContainerListParams): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { id } of client.containers.list(query)) found.push(id);
      return found;
    };
    expect(await ids({ limit: 1 })).toEqual([second.id, created.id]);
    expect(await ids({ order: 'asc', name: 'analysis' })).toEqual([created.id]);
    await client.containers.delete(created.id);
    await expect(client.containers.retrieve(created.id)).rejects.toMatchObject({ status: 404 });
    await client.containers.delete(second.id);
  });

  it('have files: those of a form, and uploaded ones', async () => {
    const uploaded = await uploadedId(service, 'a,b\n', 'data.csv');
    const { id } = await client.containers.create({ name: 'c', file_ids: [uploaded] });
    const added = await client.containers.files.create(id, {
      file: await toFile(Buffer.from([0, 1, 255]), 'data.csv'),
    });
    expect(added).toMatchObject({
      ...{ object: 'container.file', container_id: id, bytes: 3, source: 'user' },
      path: '/mnt/data/data-2.csv',
    });
    const again = await uploadedId(service, 'xyz', 'x.txt');
    expect(await client.containers.files.create(id, { file_id: again })).toMatchObject({
      id: again,
      path: '/mnt/data/x.txt',
    });
    const json = await service.post(`/v1/containers/${id}/files`, { file_id: again }, service.responsesHeaders);
    expect(await json.json()).toMatchObject({ id: again });
    const paths: string[] = [];
    for await (const { path } of client.containers.files.list(id, { limit: 2, order: 'asc' })) paths.push(path);
    expect(paths.toSorted()).toEqual(['/mnt/data/data-2.csv', '/mnt/data/data.csv', '/mnt/data/x.txt']);
    const content = await client.containers.files.content.retrieve(added.id, { container_id: id });
    expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from([0, 1, 255]));
    expect(content.headers.get('content-disposition')).toContain('attachment');
    await client.containers.files.delete(added.id, { container_id: id });
    await client.containers.files.delete(again, { container_id: id });
    await expect(client.containers.files.retrieve(added.id, { container_id: id })).rejects.toMatchObject({
      status: 404,
    });
    await expect(client.files.retrieve(added.id)).rejects.toMatchObject({ status: 404 });
    expect(await client.files.retrieve(again)).toMatchObject({ id: again });
  });

  it('of another owner look missing on every route', async () => {
    const { id } = await client.containers.create({ name: 'c' });
    const { id: fileId } = await client.containers.files.create(id, { file: await toFile(Buffer.from('x'), 'x') });
    const foreign = await uploadedId(service, 'xyz', 'x.txt');
    const at = { container_id: id };
    const attempts: readonly (() => PromiseLike<unknown>)[] = [
      () => other.containers.retrieve(id),
      () => other.containers.delete(id),
      () => other.containers.files.list(id),
      () => other.containers.files.retrieve(fileId, at),
      () => other.containers.files.delete(fileId, at),
      () => other.containers.files.content.retrieve(fileId, at),
      () => other.containers.files.create(id, { file_id: foreign }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 });
    const { id: own } = await other.containers.create({ name: 'c' });
    await expect(other.containers.files.create(own, { file_id: foreign })).rejects.toMatchObject({ status: 400 });
    await expect(other.containers.create({ name: 'c', file_ids: [foreign] })).rejects.toMatchObject({
      ...{ status: 400, param: 'file_ids.0' },
    });
    const rejected = async (response: Promise<Response>): Promise<string> => await (await response).text();
    const get = (path: string): Promise<Response> =>
      fetch(service.url + path, { headers: { authorization: `Bearer ${otherKey}` } });
    expect(await rejected(get(`/v1/containers/${id}`))).toBe(await rejected(get('/v1/containers/cntr_0')));
  });

  it('expire after minutes without use, and a new file counts as use', async () => {
    const { id } = await client.containers.create({
      name: 'c',
      expires_after: { anchor: 'last_active_at', minutes: 5 },
    });
    now += 4 * minute;
    await client.containers.files.create(id, { file: await toFile(Buffer.from('x'), 'x') });
    now += 4 * minute;
    await client.containers.retrieve(id);
    now += minute;
    await expect(client.containers.retrieve(id)).rejects.toThrow('it has expired');
    expect((await client.containers.list()).data.map((one) => one.id)).not.toContain(id);
  });

  it.each([
    ['network_policy', { network_policy: { type: 'allowlist', allowed_domains: ['example.com'] } }],
    ['skills', { skills: [{ type: 'skill_reference', skill_id: 's' }] }],
    ['expires_after.minutes', { expires_after: { anchor: 'last_active_at', minutes: 0 } }],
    ['name', { name: 5 }],
  ])('are rejected with a %s that the service cannot honor', async (param, fields) => {
    const response = await service.post('/v1/containers', { name: 'c', ...fields }, service.responsesHeaders);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });

  it('do not list a file that the client has deleted', async () => {
    const { id: fileId } = await client.files.create({
      file: await toFile(Buffer.from('x'), 'x'),
      purpose: 'user_data',
    });
    const { id } = await client.containers.create({ name: 'c', file_ids: [fileId] });
    expect((await client.containers.files.list(id)).data).toMatchObject([{ id: fileId }]);
    await client.files.delete(fileId);
    expect((await client.containers.files.list(id)).data).toEqual([]);
  });

  it('take no form without a file, and leave no bytes of a rejected one', async () => {
    const { id } = await client.containers.create({ name: 'c' });
    const form = new FormData();
    form.append('other', 'x');
    expect((await upload(service, form, {}, `/v1/containers/${id}/files`)).status).toBe(400);
    const missing = await upload(service, formOf('x', 'x'), {}, '/v1/containers/cntr_0/files');
    expect(missing.status).toBe(404);
  });
});
