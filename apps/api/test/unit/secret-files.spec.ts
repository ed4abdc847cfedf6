// Secrets in files, which `<NAME>_FILE` names: read at the start and on a reload.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/checks/config-error.js';
import { keyFrom } from '#src/config/checks/secret-from.js';
import { configurationWarnings } from '#src/config/configuration-warnings.js';
import { loadConfig } from '#src/config/load-config.js';
import type { ServiceConfig } from '#src/config/service-config.js';

const storeKey = Buffer.alloc(32, 1).toString('base64');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-files-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file of the test and gives its path. */
function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const load = (variables: Record<string, string>): ServiceConfig => loadConfig(variables, folder);

function rejection(variables: Record<string, string>): string {
  try {
    load(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

const models = `models:
  - name: one
    provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1", apiKeyEnv: UPSTREAM_KEY }
  - name: two
    provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1", headersEnv: { x-team: TEAM } }
`;

describe('a variable with _FILE', () => {
  it.each<[string, string, Partial<ServiceConfig>]>([
    ['API_KEYS', 'alice:key-of-alice', { apiKeys: [{ name: 'alice', key: 'key-of-alice' }] }],
    ['SERVER_SECRET', 's'.repeat(40), { serverSecret: 's'.repeat(40) }],
    ['STORE_URL', 'postgres://u:p@db/x', { store: { kind: 'postgres', url: 'postgres://u:p@db/x' } }],
  ])('sets %s to the content of the file without the line break at its end', (name, text, expected) => {
    for (const end of ['', '\n', '\r\n'])
      expect(load({ [`${name}_FILE`]: file('secret', `${text}${end}`) })).toMatchObject(expected);
  });

  it('sets the STORE_KEYS', () => {
    expect(load({ STORE_KEYS_FILE: file('keys', `a:${storeKey}\n`) }).storeKeys).toEqual(
      load({ STORE_KEYS: `a:${storeKey}` }).storeKeys,
    );
  });

  it('has the checks of a value in the environment', () => {
    expect(rejection({ SERVER_SECRET_FILE: file('secret', 'short\n') })).toBe(
      'environment: SERVER_SECRET must have at least 32 characters',
    );
    expect(rejection({ STORE_URL_FILE: file('url', 'postgres://u:p@db/x\n\n') })).toContain(
      'STORE_URL contains a line break',
    );
  });

  it('is absent when it is empty', () => expect(load({ API_KEYS_FILE: '' }).apiKeys).toBeUndefined());

  it('is read for the key of an upstream', () => {
    expect(keyFrom({ UPSTREAM_KEY_FILE: file('key', 'sk-1\n') }, 'UPSTREAM_KEY', 'models: "one"')).toBe('sk-1');
  });

  it('that is misspelled gets a warning with the right name', () => {
    expect(configurationWarnings({ host: '127.0.0.1' }, { STORE_KEY_FILE: '/run/secrets/keys' })).toEqual([
      'environment: STORE_KEY_FILE is set, but is not a setting; did you mean STORE_KEYS_FILE?',
    ]);
  });
});

describe('the start rejects, by the name of the variable and without its value,', () => {
  it('a secret that is set in both ways', () => {
    expect(rejection({ API_KEYS: 'a:b', API_KEYS_FILE: file('keys', 'alice:key') })).toBe(
      'the environment variables API_KEYS and API_KEYS_FILE are both set; remove one of them',
    );
  });

  it('a file that cannot be read', () => {
    expect(rejection({ API_KEYS_FILE: 'alice:written-in-place-of-the-path' })).toBe(
      'the environment variable API_KEYS_FILE names a file that cannot be read: no such file or directory (ENOENT); set it to the path of the file',
    );
  });

  it('a folder, an empty file, a large one and one that is not text', () => {
    mkdirSync(join(folder, 'sub'));
    expect(
      [
        join(folder, 'sub'),
        file('empty', '\n'),
        file('large', 'x'.repeat(1_048_577)),
        file('binary', Uint8Array.of(0xff, 0xfe, 0)),
      ].map((path) => rejection({ SERVER_SECRET_FILE: path })),
    ).toEqual([
      'the environment variable SERVER_SECRET_FILE names a file that is not a regular file',
      'the environment variable SERVER_SECRET_FILE names a file that is empty',
      'the environment variable SERVER_SECRET_FILE names a file of more than 1048576 bytes',
      'the environment variable SERVER_SECRET_FILE names a file that is not in UTF-8',
    ]);
  });

  it('a path that only a shell expands', () => {
    expect(rejection({ API_KEYS_FILE: '~/keys' })).toContain('API_KEYS_FILE starts with ~');
  });

  it('the missing file of an upstream key, also on a reload', () => {
    file('service.yaml', models);
    expect(rejection({ UPSTREAM_KEY_FILE: join(folder, 'absent') })).toBe(
      `${join(folder, 'service.yaml')}: the environment variable UPSTREAM_KEY_FILE names a file that cannot be read: no such file or directory (ENOENT); set it to the path of the file`,
    );
  });
});

describe('a reload', () => {
  it('finds a new key of an upstream in its file, and no change where the file is the same', () => {
    file('service.yaml', models);
    const variables = { UPSTREAM_KEY_FILE: file('key', 'sk-1\n'), TEAM: 'blue' };
    const [before, same] = [load(variables).models, load(variables).models];
    expect(same).toEqual(before);
    file('key', 'sk-2\n');
    const [one, two] = load(variables).models;
    expect(one).not.toEqual(before[0]);
    expect(two).toEqual(before[1]);
    expect(JSON.stringify(one)).not.toContain('sk-2');
  });

  it('finds a new header value in its file', () => {
    file('service.yaml', models);
    const variables = { UPSTREAM_KEY: 'sk-1', TEAM_FILE: file('team', 'blue') };
    const before = load(variables).models;
    file('team', 'green');
    expect(load(variables).models[0]).toEqual(before[0]);
    expect(load(variables).models[1]).not.toEqual(before[1]);
  });
});
