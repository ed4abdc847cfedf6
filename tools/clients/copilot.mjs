// GitHub Copilot CLI, run headless as a user runs it: with the environment of docs/guides/copilot-cli.md.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.mjs';

/** The supported ways to configure its requests. */
const ways = {
  responses: (baseUrl) => ({
    COPILOT_PROVIDER_WIRE_API: 'responses',
    COPILOT_PROVIDER_BASE_URL: `${baseUrl}/v1`,
    COPILOT_MODEL: 'gpt-5.2',
  }),
  WebSocket: (baseUrl) => ({ ...ways.responses(baseUrl), COPILOT_PROVIDER_TRANSPORT: 'websockets' }),
  messages: (baseUrl) => ({
    COPILOT_PROVIDER_TYPE: 'anthropic',
    COPILOT_PROVIDER_BASE_URL: baseUrl,
    COPILOT_MODEL: 'claude-sonnet-4.5',
  }),
};

/** Runs Copilot with a separate home directory `home` against the service at `baseUrl`. */
export function copilotIn({ program, home, cwd, baseUrl, key }) {
  mkdirSync(home, { recursive: true });

  /**
   * @param {'responses' | 'WebSocket' | 'messages'} way
   * @param {string[]} args
   * @returns {Promise<import('./run-program.mjs').Run>}
   */
  return function copilot(way, args) {
    return runProgram(program, ['--allow-all-tools', '--no-color', ...args], {
      cwd,
      // It unpacks itself, 240 MB, into a cache, which all scenes share.
      env: {
        HOME: home,
        XDG_CACHE_HOME: join(dirname(program), 'cache'),
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_API_KEY: key,
        ...ways[way](baseUrl),
      },
      timeoutMs: 240_000,
    });
  };
}
