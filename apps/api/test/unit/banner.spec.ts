import { messagesVersions } from '@org/protocol/messages';
import { banner } from '#src/banner.js';

const service = { url: 'http://127.0.0.1:8080', firstKey: 'key', models: ['demo'] };

describe('what the operator reads after the start', () => {
  it('asks in the newest generation of the messages dialect, as the README and the client do', () => {
    const text = banner(service, { dataDir: './data', configuredKeys: false });
    expect(/vendor-version: ([\d-]+)/.exec(text)?.[1]).toBe(messagesVersions.at(-1));
  });
});
