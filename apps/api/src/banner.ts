import type { Service } from './service.js';

export interface BannerOptions {
  readonly dataDir: string;
  /** Whether the configuration contains the keys. */
  readonly configuredKeys: boolean;
}

/** What the operator reads after the start: where, which models, with which key, and a line for each endpoint to paste. */
export function banner(
  { url, firstKey, models, tools }: Pick<Service, 'url' | 'firstKey' | 'models' | 'tools'>,
  { dataDir, configuredKeys }: BannerOptions,
): string {
  const named = models.find((name) => !name.includes('*'));
  const model = named ?? 'MODEL';
  const displayedKey = firstKey ?? '$API_KEY';
  const curl = (path: string, headers: readonly string[], body: object): string =>
    [
      'curl -sS',
      `${url}${path}`,
      ...['content-type: application/json', `authorization: Bearer ${displayedKey}`, ...headers].map(
        (header) => `-H "${header}"`,
      ),
      `-d '${JSON.stringify(body)}'`,
    ].join(' ');
  return `
Model Response Service

  address  ${url}
  console  ${url}   (open it in a browser: chat, models, settings for clients)
  docs     ${url}/docs
  models   ${models.join(', ')}
  tools    ${tools.length === 0 ? 'none; docs/guides/hosted-tools.md sets up search, pages, files and code' : tools.join(', ')}
  data     ${dataDir}
  key      ${keyLine(firstKey, configuredKeys)}
${named === undefined ? '\nReplace MODEL below with the name of a model that matches a pattern above.\n' : ''}
${curl('/v1/messages', ['vendor-version: 2026-10-21'], { model, max_tokens: 200, messages: [{ role: 'user', content: 'Hello!' }] })}

${curl('/v1/responses', [], { model, input: 'Hello!' })}

`;
}

function keyLine(firstKey: string | undefined, configured: boolean): string {
  if (firstKey !== undefined) return `${firstKey}   (store it: the service shows it only once)`;
  if (configured) return 'those in API_KEYS; set $API_KEY to one of them for the commands below';
  return 'shown at the first start; set $API_KEY to it for the commands below. Lost? "npm run key -- new NAME" creates another';
}
