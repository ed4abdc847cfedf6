// docs/reference/compatibility.md is generated from the rules and the profiles. UPDATE_COMPATIBILITY=1 writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapabilityProfile } from '#src/compat/capability-profile.js';
import { capabilityProfiles } from '#src/chat-completions/profiles/index.js';
import type { AnyRule } from '#src/compat/compat-rule.js';
import { aiSdkRules, apiRules, chatRules } from '#src/compat/rules/index.js';
import { fixturesOf } from './replay.js';

const path = join(import.meta.dirname, '../../../../docs/reference/compatibility.md');
const profilePath = join(import.meta.dirname, '../../src/compat/capability-profile.ts');

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

/** What the members of a profile mean: the comments of its type. */
function meanings(): ReadonlyMap<string, string> {
  const source = readFileSync(profilePath, 'utf8');
  const documented = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s+readonly (\w+)\??:/g;
  return new Map(
    [...source.matchAll(documented)].map(([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
    ]),
  );
}

function page(): string {
  const profiles = Object.entries<CapabilityProfile>(capabilityProfiles);
  const members = Object.keys(capabilityProfiles.generic) as (keyof CapabilityProfile)[];
  const meaningOf = meanings();
  return `# Compatibility with upstreams

<!-- Generated from packages/providers/src/compat/rules and src/chat-completions/profiles. Do not edit. -->

Upstreams reject requests over fields, roles and values that they do not support. The service recognizes their errors,
changes the request and sends it again, at most eight times. Where the change affects the response, the client gets a
warning. An operator configures nothing for this.

## Rules

After a rejection, the service tries the rules of the upstream's API in this order and applies the first that matches.
Where no rule matches, the client gets the error.

- **Known senders**: servers and gateways that are known to send such errors. A rule applies to every upstream.
  \`pydantic\` and \`serde\` are libraries with which many servers check requests.
- **Warning**: an example of [\`x-service-warning\`](endpoints.md#warnings). In a row without one, the encoder of the API adds the
  warning if the change affects the response.
- **Remembered**: later requests of the same owner to this upstream with the same model and the same parameters start with
  the change, for 10 minutes. Other changes depend on the content of one request.
- In a request that a client wrote in the upstream's own API, the service leaves sampling parameters, token limits and
  schemas as they are, and the client gets the error.

${table(['Rule', 'API of the upstream', 'Known senders', 'The upstream rejects', 'The service', 'Warning (example)', 'Remembered'], rules.map(rowOf))}

## Profiles

A profile is what the service expects of a server of the chat-completions API before it sends the first request.
\`profile: detect\` chooses one by the server's list of models, and the rules above correct it.

${table(
  ['Member', ...profiles.map(([name]) => `\`${name}\``)],
  members.map((member) => [`\`${member}\``, ...profiles.map(([, profile]) => valueOf(profile[member]))]),
)}

### Members of a profile

${table(
  ['Member', 'Meaning'],
  members.map((member) => [`\`${member}\``, meaningOf.get(member) ?? '–']),
)}
`;
}

it('each member of a profile has an explanation for the page', () => {
  const meaningOf = meanings();
  expect(Object.keys(capabilityProfiles.generic).filter((member) => !meaningOf.has(member))).toEqual([]);
});

it('the page of rules and profiles is current (UPDATE_COMPATIBILITY=1 writes it)', () => {
  if (process.env['UPDATE_COMPATIBILITY'] === '1') writeFileSync(path, page());
  expect(readFileSync(path, 'utf8')).toBe(page());
});
