import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childKey, killChildren, startChildService, type ChildService } from '../kit/child-service.js';

/** As it was written: the parser of this process is the one that takes names for one another. */
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

  it('keeps names of members apart that its engine takes for one another, in requests and in the store', async () => {
    // The engine looks for the name that came next the last time, behind names that it has seen in one order only.
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
