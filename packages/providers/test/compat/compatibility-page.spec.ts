// docs/reference/compatibility.md is generated from the rules and the profiles. UPDATE_COMPATIBILITY=1 writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapabilityProfile } from '#src/compat/capability-profile.js';
import { capabilityProfiles } from '#src/chat-completions/profiles/index.js';
import type { AnyRule } from '#src/compat/compat-rule.js';
import { aiSdkRules, apiRules, chatRules } from '#src/compat/rules/index.js';
import { fixturesOf } from './replay.js';

const path = join(import.meta.dirname, '../../../../docs/reference/compatibility.md');

const tables = [
  { api: 'chat completions', rules: chatRules as readonly AnyRule[] },
  { api: 'messages, responses', rules: apiRules as readonly AnyRule[] },
  { api: 'AI SDK', rules: aiSdkRules as readonly AnyRule[] },
];
const rules = [...new Map(tables.flatMap((one) => one.rules).map((rule) => [rule.id, rule])).values()];

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, header.map(() => '---'), ...rows];
  return cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function rowOf(rule: AnyRule): readonly string[] {
  const apis = tables.filter((one) => one.rules.some(({ id }) => id === rule.id)).map(({ api }) => api);
  return [
    `\`${rule.id}\``,
    apis.length === tables.length ? 'all' : apis.join(', '),
    rule.servers.join(', '),
    rule.rejects,
    rule.fallback,
    fixturesOf(rule.id).flatMap(({ expected }) => expected.warnings?.map(({ message }) => message) ?? [])[0] ?? '–',
    rule.cache === 'never' ? 'no' : 'yes',
  ];
}

function valueOf(value: CapabilityProfile[keyof CapabilityProfile]): string {
  if (value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === Number.POSITIVE_INFINITY) return 'any';
  return Array.isArray(value) ? value.map((one) => `\`${String(one)}\``).join(' ') || '–' : `\`${String(value)}\``;
}

function page(): string {
  const profiles = Object.entries<CapabilityProfile>(capabilityProfiles);
  const members = Object.keys(capabilityProfiles.generic) as (keyof CapabilityProfile)[];
  return `# Compatibility with upstreams

<!-- Generated from packages/providers/src/compat/rules and src/chat-completions/profiles. Do not edit. -->

Upstreams reject requests over fields, roles and values that they do not take. The service knows their errors, changes
the request and sends it again. Where the change affects the response, the client gets a warning. \`pydantic\` and
\`serde\` are libraries that many servers check requests with.

## Rules

The service tries the rules of an API in this order and applies the first that matches. A rule that is remembered
holds for later requests of the same owner and form, for 10 minutes. In requests that a client wrote in the upstream's own API,
the service leaves sampling parameters, token limits, schemas and efforts in place, and the client gets the error.

${table(['rule', 'API', 'sent by', 'the upstream rejects', 'the service', 'warning (example)', 'remembered'], rules.map(rowOf))}

## Profiles

A profile is what the service expects of a server of the chat-completions API before it sends the first request.
\`profile: detect\` chooses one by the server's list of models. The members are described in
\`packages/providers/src/compat/capability-profile.ts\`.

${table(
  ['member', ...profiles.map(([name]) => `\`${name}\``)],
  members.map((member) => [`\`${member}\``, ...profiles.map(([, profile]) => valueOf(profile[member]))]),
)}
`;
}

it('the page of rules and profiles is current (UPDATE_COMPATIBILITY=1 writes it)', () => {
  if (process.env['UPDATE_COMPATIBILITY'] === '1') writeFileSync(path, page());
  expect(readFileSync(path, 'utf8')).toBe(page());
});
