// opencode, run headless as a user runs it: with the provider block of docs/guides/opencode.md in its configuration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/** The package for each API; opencode includes both. */
const packageOf = { responses: '@ai-sdk/openai', messages: '@ai-sdk/anthropic' };

/** What a user writes into `opencode.json`. */
export function configOf(baseUrl, payload) {
  return {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    model: 'service/coder',
    small_model: 'service/coder',
    permission: { '*': 'allow' },
    provider: {
      service: {
        npm: packageOf[payload],
        name: 'Model Response Service',
        options: { baseURL: `${baseUrl}/v1`, apiKey: '{env:SERVICE_API_KEY}' },
        models: {
          coder: { name: 'coder', reasoning: true, tool_call: true, limit: { context: 100_000, output: 8_000 } },
        },
      },
    },
  };
}

/**
 * @typedef {object} OpencodeRun
 * @property {number} code
 * @property {any[]} events its output, one event per line
 * @property {string} stderr
 * @property {string | undefined} last its last message
 * @property {any[]} tools calls that it executed
 * @property {any[]} tokens tokens of each step
 */

/** Runs opencode with a separate home directory `home` against the service at `baseUrl`. */
export function opencodeIn({ program, home, cwd, baseUrl, key }) {
  const folder = join(home, '.config/opencode');
  mkdirSync(folder, { recursive: true });

  /**
   * @param {'responses' | 'messages'} payload
   * @param {string[]} args arguments after `opencode run`
   * @returns {Promise<OpencodeRun>}
   */
  return async function opencode(payload, args) {
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify(configOf(baseUrl, payload)));
    const run = await runProgram(program, ['run', '--format', 'json', ...args], {
      cwd,
      // Without these it asks for a list of models, for itself in a newer version, and for language servers.
      env: {
        HOME: home,
        SERVICE_API_KEY: key,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
      timeoutMs: 240_000,
    });
    const events = run.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const partsOf = (type) => events.flatMap((event) => (event.type === type ? [event.part] : []));
    return {
      ...run,
      events,
      last: partsOf('text').at(-1)?.text,
      tools: partsOf('tool_use'),
      tokens: partsOf('step_finish').map(({ tokens }) => tokens),
    };
  };
}
