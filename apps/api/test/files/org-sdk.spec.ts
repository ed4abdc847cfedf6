// The service's own client over the full life cycle of a file.
import { randomBytes } from 'node:crypto';
import { ApiError, ModelResponseClient } from '@org/sdk';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

it('a file is uploaded, listed, named, read and deleted', async () => {
  const { files, responses } = new ModelResponseClient({ baseUrl: service.url, apiKey: service.key });
  const content = randomBytes(2_000_000);
  const file = await files.create({
    file: new Blob([content]),
    filename: 'a.bin',
    expires_after: { anchor: 'created_at', seconds: 3600 },
  });
  expect(file).toMatchObject({
    bytes: content.length,
    filename: 'a.bin',
    purpose: 'user_data',
    expires_at: file.created_at + 3600,
  });
  expect(await files.retrieve(file.id)).toEqual(file);
  const listed: string[] = [];
  for await (const { id } of files.list({ limit: 1 })) listed.push(id);
  expect(listed).toEqual([file.id]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.content(file.id)) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  const input = [{ role: 'user' as const, content: [{ type: 'input_file' as const, file_id: file.id }] }];
  expect((await responses.create({ model: 'm', input })).status).toBe('completed');
  expect(await files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
  await expect(responses.create({ model: 'm', input })).rejects.toThrow(ApiError);
});
