// Codex, run headless as a user runs it: with the provider block of docs/guides/codex.md in its configuration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

/** The block that a user writes into `config.toml`. */
export function configOf(baseUrl, more = '', webSearch = 'disabled') {
  return `model = "coder"
model_provider = "service"
${common(more, webSearch)}
[model_providers.service]
name = "Model Response Service"
base_url = "${baseUrl}/v1"
env_key = "SERVICE_API_KEY"
wire_api = "responses"
`;
}

/** The configuration of a user who redirects the built-in provider to another address. */
function builtInConfigOf(baseUrl, more, webSearch) {
  return `model = "gpt-5.5"
openai_base_url = "${baseUrl}/v1"
${common(more, webSearch)}`;
}

const common = (more, webSearch) => `web_search = "${webSearch}"
${more}
[analytics]
enabled = false
`;

/**
 * @typedef {object} CodexRun
 * @property {number} code
 * @property {any[]} events its output, one event per line
 * @property {string} stderr
 * @property {any[]} items all items that it reports, in the order of their completion
 * @property {string | undefined} last its last message
 * @property {any} usage tokens of the turn
 */

/** Runs Codex with a separate home directory `home` against the service at `baseUrl`. */
export function codexIn({ program, home, cwd, baseUrl, key }) {
  const codexHome = join(home, '.codex');
  mkdirSync(codexHome, { recursive: true });

  /**
   * @param {string[]} args arguments after `codex exec`
   * @param {{ config?: string, provider?: string, builtIn?: boolean, stdin?: string, timeoutMs?: number, key?: string, webSearch?: 'disabled' | 'live' }} [options] lines of the configuration, before and inside the provider's block; or whether the built-in provider calls this service
   * @returns {Promise<CodexRun>}
   */
  return async function exec(
    args,
    { config = '', provider = '', builtIn = false, stdin, timeoutMs, key: otherKey = key, webSearch = 'disabled' } = {},
  ) {
    writeFileSync(
      join(codexHome, 'config.toml'),
      builtIn ? builtInConfigOf(baseUrl, config, webSearch) : `${configOf(baseUrl, config, webSearch)}${provider}`,
    );
    const run = await runProgram(
      program,
      ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...args],
      {
        cwd,
        env: {
          HOME: home,
          CODEX_HOME: codexHome,
          SERVICE_API_KEY: otherKey,
          ...(builtIn ? { CODEX_API_KEY: otherKey } : {}),
        },
        ...(stdin === undefined ? {} : { stdin }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
    );
    const events = run.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const items = events.flatMap(({ type, item }) => (type === 'item.completed' ? [item] : []));
    return {
      ...run,
      events,
      items,
      last: items.findLast(({ type }) => type === 'agent_message')?.text,
      usage: events.findLast(({ type }) => type === 'turn.completed')?.usage,
    };
  };
}
