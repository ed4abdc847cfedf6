import { messagesVersions } from '@org/protocol/messages';
import { banner } from '#src/banner.js';

const service = { url: 'http://127.0.0.1:8080', firstKey: 'key', models: ['demo'], tools: [] };

describe('what the operator reads after the start', () => {
  it('asks in the newest generation of the messages dialect, as the README and the client do', () => {
    const text = banner(service, { dataDir: './data', configuredKeys: false });
    expect(/vendor-version: ([\d-]+)/.exec(text)?.[1]).toBe(messagesVersions.at(-1));
  });

  it('names the URL of the API description', () => {
    expect(banner(service, { dataDir: './data', configuredKeys: false })).toContain('http://127.0.0.1:8080/docs\n');
  });

  it('names the hosted tools, or the guide that sets them up', () => {
    const read = (tools: readonly string[]): string =>
      banner({ ...service, tools }, { dataDir: './data', configuredKeys: false });
    expect(read(['web-search', 'code'])).toContain('  tools    web-search, code\n');
    expect(read([])).toMatch(/ {2}tools {4}none; docs\/guides\/hosted-tools\.md /);
  });

  it('uses a model with a name and reports a configuration with patterns only', () => {
    const read = (models: readonly string[]): string =>
      banner({ ...service, models }, { dataDir: './data', configuredKeys: false });
    expect(read(['claude-*', 'small'])).toContain('"model":"small"');
    expect(read(['claude-*', 'small'])).not.toContain('MODEL');
    expect(read(['claude-*'])).toContain('"model":"MODEL"');
    expect(read(['claude-*'])).toContain('Replace MODEL below with the name of a model');
  });
});
