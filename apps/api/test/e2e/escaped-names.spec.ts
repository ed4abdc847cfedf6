import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childKey, killChildren, startChildService, type ChildService } from '../kit/child-service.js';

/** Extracts the member from the text, because the parser of this process is the one that confuses names. */
const metadataIn = (text: string): string | undefined => /"metadata":(\{.*?\})/.exec(text)?.[1];

describe('the program', () => {
  let folder: string;
  let service: ChildService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'escaped-names-'));
    service = await startChildService(folder, {
      models: [{ name: 'far', provider: { kind: 'chat-completions', baseUrl: 'http://127.0.0.1:9/v1' } }],
    });
  }, 60_000);

  afterAll(async () => {
    await killChildren();
    await rm(folder, { recursive: true, force: true });
  });

  it('distinguishes member names that its JavaScript engine confuses, in requests and in the store', async () => {
    // The JavaScript engine expects the name that came next last time, after names seen in only one order.
    const wanted = ['\\', '"', '\n', '\\n', '\ny'].map(
      (name) => `{"before others":"value",${JSON.stringify(name)}:"value"}`,
    );
    const ids: string[] = [];
    for (const metadata of wanted) {
      const response = await fetch(`${service.url}/v1/conversations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${childKey}` },
        body: `{"metadata":${metadata}}`,
      });
      const text = await response.text();
      expect(metadataIn(text)).toBe(metadata);
      ids.push(/"id":"(\w+)"/.exec(text)?.[1] ?? '');
    }
    const stored = await Promise.all(
      ids.map((id) =>
        fetch(`${service.url}/v1/conversations/${id}`, { headers: { authorization: `Bearer ${childKey}` } }),
      ),
    );
    expect(await Promise.all(stored.map(async (response) => metadataIn(await response.text())))).toEqual(wanted);
  });
});
