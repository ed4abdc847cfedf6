// docs/reference/upstream-policy.md is generated from the classes of all fields. UPDATE_POLICY_PAGE=1 writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  classifiedUnknownFields,
  type FieldClass,
  type ObjectNode,
  type RequestFields,
  steeringFields,
} from '#src/dialect.js';
import { messagesRequestFields } from '#src/messages.js';
import { responsesRequestFields } from '#src/responses.js';

const path = new URL('../../../../docs/reference/upstream-policy.md', import.meta.url);

/** The setting of each class, and what the safe default does. */
const settings: Readonly<Record<FieldClass, { readonly setting: string; readonly byDefault: string }>> = {
  plain: { setting: 'none', byDefault: 'passes' },
  metadata: { setting: 'none', byDefault: 'passes, without pairs that proxies read as settings' },
  service: { setting: 'none', byDefault: 'never passes' },
  hostedTool: { setting: '`hostedTools`', byDefault: 'left out, with a warning' },
  mcpServer: { setting: '`mcpServers`', byDefault: '400, unless `allowedMcpServers` lists it' },
  vendorId: { setting: '`vendorIds`', byDefault: '400, unless this service gave it to the owner' },
  citedId: { setting: '`vendorIds`', byDefault: 'left out, unless this service gave it to the owner' },
  mediaUrl: { setting: '`mediaUrls`', byDefault: '400, unless the host is public' },
  tier: { setting: '`serviceTier`', byDefault: 'values that cost more are left out, with a warning' },
  billing: { setting: '`serviceTier`', byDefault: 'left out, with a warning' },
};

const noteOf = ({ classes: { unless, inline } }: ObjectNode, fieldClass: FieldClass): string => {
  if (unless !== undefined && fieldClass === 'hostedTool')
    return `, except where \`${unless.member}\` is absent or \`local\``;
  if (inline === undefined || fieldClass !== 'vendorId') return '';
  return inline.in === undefined
    ? `, except where \`${inline.member}\` has the content`
    : `, except where \`${inline.member}\` is \`${inline.in.join('`, `')}\``;
};

function governedRows({ objects }: RequestFields): readonly string[] {
  const rows = objects.flatMap((object) => {
    const { self } = object.classes;
    const own = self === undefined ? [] : [[object.name, self] as const];
    const members = [...object.members].flatMap(([name, { fieldClass }]) =>
      fieldClass === 'plain' ? [] : [[object.name === '' ? name : `${object.name}.${name}`, fieldClass] as const],
    );
    return [...own, ...members].map(([field, fieldClass]) => {
      const { setting, byDefault } =
        settings[fieldClass === 'vendorId' && object.classes.isRecord === true ? 'citedId' : fieldClass];
      return `| \`${field}\` | ${setting}${noteOf(object, fieldClass)} | ${byDefault} |`;
    });
  });
  return ['| field | setting | by default |', '|---|---|---|', ...rows];
}

function plainRows({ objects }: RequestFields): readonly string[] {
  const rows = objects.flatMap((object) => {
    const names = [...object.members].flatMap(([name, { fieldClass }]) =>
      fieldClass === 'plain' ? [`\`${name}\``] : [],
    );
    return names.length === 0
      ? []
      : [`| \`${object.name === '' ? 'the request' : object.name}\` | ${names.join(', ')} |`];
  });
  return ['| object | fields |', '|---|---|', ...rows];
}

function page(): string {
  const dialects = [
    ['messages', messagesRequestFields()],
    ['responses', responsesRequestFields()],
  ] as const;
  return [
    '# What upstreams receive, by field',
    '',
    '```yaml',
    'models:',
    '  - name: gpt',
    '    provider: { kind: responses, baseUrl: https://api.openai.com, apiKeyEnv: OPENAI_API_KEY }',
    '    upstreamPolicy: { hostedTools: pass }',
    '```',
    '',
    'This page is generated from the classes of all request fields. [Settings](settings.md#sections) describes the keys of',
    '`upstreamPolicy`; [same-dialect upstreams](../guides/same-dialect-upstreams.md#what-an-upstream-receives) describes what they mean.',
    '',
    'Names are paths. An object that several fields hold has the path at which it is reached first; a `type` in brackets tells',
    'alternatives apart. An entry of `tools` with an unknown `type` counts as a hosted tool.',
    ...dialects.flatMap(([dialect, fields]) => [
      '',
      `## ${dialect}: fields with a setting`,
      '',
      ...governedRows(fields),
      '',
      `## ${dialect}: fields that always pass`,
      '',
      ...plainRows(fields),
    ]),
    '',
    '## Fields that the API does not define',
    '',
    '`unknownFields` governs them. Where they pass, these names have their usual meaning within them, at any depth:',
    '',
    '| name | setting |',
    '|---|---|',
    ...classifiedUnknownFields.map(([name, fieldClass]) => `| \`${name}\` | ${settings[fieldClass].setting} |`),
    '',
    '## Fields that never pass',
    '',
    'A proxy or an SDK at the upstream may read these as its own settings. They pass under no setting where the API does not define',
    'them, in any spelling (`apiBase`, `API-BASE`). The same holds for names that start with the name of a cloud or of a service that records',
    'requests: `aws_`, `azure_`, `vertex_`, `langfuse_` and others.',
    '',
    `${steeringFields.map((name) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n');
}

it('the page of fields is current (UPDATE_POLICY_PAGE=1 writes it)', () => {
  if (process.env['UPDATE_POLICY_PAGE'] === '1') writeFileSync(path, page());
  expect(readFileSync(path, 'utf8')).toBe(page());
});
