// Every field of both dialects' requests, taken from the schemas: what reaches an upstream under each policy.
import type { JsonObject, JsonValue } from '@org/engine';
import { messageCountTokensParamsSchema, messageCreateParamsSchema } from '@org/protocol/messages';
import {
  inputTokenCountParamsSchema,
  responseCompactParamsSchema,
  responseCreateParamsSchema,
} from '@org/protocol/responses';
import { type ObjectShape, shapeOf, type ValueShape } from '@org/protocol/schema';
import {
  applyPolicy,
  type FieldClass,
  type MemberNode,
  type ObjectNode,
  type PolicyAction,
  type UpstreamPolicySettings,
} from '#src/dialect.js';
import { messagesRequestFields } from '#src/messages.js';
import { responsesRequestFields } from '#src/responses.js';
import { createRequestFields } from '#src/shared/upstream-policy/field-nodes.js';
import { openPolicy, policyContext } from './policy-context.js';

const dialects = [
  {
    dialect: 'messages',
    fields: messagesRequestFields,
    schemas: [messageCreateParamsSchema, messageCountTokensParamsSchema],
  },
  {
    dialect: 'responses',
    fields: responsesRequestFields,
    schemas: [responseCreateParamsSchema, inputTokenCountParamsSchema, responseCompactParamsSchema],
  },
] as const;

/** All object shapes of request schemas. */
function objectsIn(shapes: readonly ValueShape[]): ReadonlySet<ObjectShape> {
  const found = new Set<ObjectShape>();
  const visit = (shape: ValueShape): void => {
    if (shape.kind === 'list') visit(shape.element);
    if (shape.kind === 'choice')
      for (const inner of [...shape.objects, ...(shape.list ? [shape.list] : [])]) visit(inner);
    if (shape.kind !== 'object' || found.has(shape)) return;
    found.add(shape);
    for (const { shape: inner } of shape.members.values()) visit(inner);
  };
  for (const shape of shapes) visit(shape);
  return found;
}

describe.each(dialects)('the fields of $dialect requests', ({ fields, schemas }) => {
  it('have a class each', () => {
    const classified = fields().objects.map(({ members }) => [...members.keys()].toSorted().join(' '));
    const roots = schemas.map((schema) => shapeOf(schema));
    for (const shape of objectsIn(roots)) {
      if (roots.includes(shape)) continue;
      expect(classified).toContain([...shape.members.keys()].toSorted().join(' '));
    }
    for (const root of roots)
      for (const name of root.kind === 'object' ? root.members.keys() : [])
        expect(fields().root.members.has(name)).toBe(true);
  });
});

it('fails for a field of a schema without a class, and for a class without a field', () => {
  const shape = shapeOf(messageCountTokensParamsSchema);
  const table = { plain: {}, governed: {}, unknown: {} };
  expect(() => createRequestFields([shape], table)).toThrow('The request field "model" has no class.');
  const small: ObjectShape = {
    kind: 'object',
    literals: new Map(),
    members: new Map([['model', { isOptional: false, shape: { kind: 'opaque' } }]]),
  };
  expect(() => createRequestFields([small], { ...table, plain: { '': 'model tools' } })).toThrow('tools');
  expect(() => createRequestFields([small], { ...table, plain: { '': 'model', gone: 'a' } })).toThrow('gone');
});

type Rule = Exclude<keyof UpstreamPolicySettings, 'allowedMcpServers'>;

/** The setting that governs fields of a class, and a value that only `pass` lets through. */
const governed: Readonly<Partial<Record<FieldClass, { readonly rule: Rule; readonly value: string }>>> = {
  vendorId: { rule: 'vendorIds', value: 'cntr_of_another_owner' },
  citedId: { rule: 'vendorIds', value: 'file_of_another_owner' },
  tier: { rule: 'serviceTier', value: 'priority' },
  billing: { rule: 'serviceTier', value: 'anything' },
  mediaUrl: { rule: 'mediaUrls', value: 'http://169.254.169.254/latest' },
};

/** An object of the kind with one member besides its literals. */
function objectWith({ literals, classes: { unless, inline } }: ObjectNode, name: string, value: JsonValue): JsonObject {
  const tags = [...literals].flatMap(([member, values]): [string, JsonValue][] => {
    const [tag] = values;
    return typeof tag === 'string' ? [[member, tag]] : [];
  });
  return {
    ...Object.fromEntries(tags),
    ...(unless !== undefined && { [unless.member]: { type: 'elsewhere' } }),
    ...(inline?.in !== undefined && { [inline.member]: 'other' }),
    [name]: value,
  };
}

function valueFor({ fieldClass, node }: MemberNode): JsonValue {
  const value = governed[fieldClass]?.value ?? 'content';
  const isList = node.kind === 'list' && fieldClass === 'vendorId';
  return isList ? [value] : value;
}

/** What is left of an object when one setting has the value `action`, and what was found. */
function outcomeOf(object: ObjectNode, body: JsonObject, settings: Partial<UpstreamPolicySettings>) {
  return applyPolicy({ root: object, objects: [] }, body, policyContext(settings, openPolicy));
}

type Row = readonly [title: string, object: ObjectNode, name: string, member: MemberNode];

const rows: readonly Row[] = dialects.flatMap(({ dialect, fields }) =>
  fields().objects.flatMap((object) =>
    [...object.members].map(([name, member]) => [`${dialect} ${object.name}.${name}`, object, name, member] as const),
  ),
);
const rowsOf = (isAmong: (fieldClass: FieldClass, object: ObjectNode) => boolean): readonly Row[] =>
  rows.filter(([, object, , { fieldClass }]) => isAmong(fieldClass, object));

/** All settings at their strictest. */
const closedPolicy: UpstreamPolicySettings = {
  hostedTools: 'reject',
  mcpServers: 'reject',
  allowedMcpServers: [],
  vendorIds: 'reject',
  serviceTier: 'reject',
  unknownFields: 'reject',
  mediaUrls: 'reject',
};

describe('what reaches an upstream under every policy', () => {
  it.each(
    rowsOf((fieldClass, { classes }) => ['plain', 'metadata'].includes(fieldClass) && classes.self === undefined),
  )('%s', (_, object, name, member) => {
    const body = objectWith(object, name, valueFor(member));
    expect(outcomeOf(object, body, closedPolicy)).toEqual({ body, findings: [] });
  });
});

describe('what reaches an upstream under no policy', () => {
  it.each(rowsOf((fieldClass) => fieldClass === 'service'))('%s', (_, object, name, member) => {
    expect(outcomeOf(object, objectWith(object, name, valueFor(member)), {}).body).not.toHaveProperty([name]);
  });

  it('are members that steer addresses or credentials, in any object', () => {
    const names = ['api_base', 'apiBase', 'base_url', 'extra_headers', 'aws_region_name', 'constructor', '__proto__'];
    for (const { fields } of dialects)
      for (const object of fields().objects)
        for (const unknownFields of ['pass', 'drop'] as const)
          for (const name of names)
            expect(Object.keys(outcomeOf(object, objectWith(object, name, 'x'), { unknownFields }).body)).not.toContain(
              name,
            );
  });
});

describe('what reaches an upstream under one setting', () => {
  const governedRows = rowsOf((fieldClass) => governed[fieldClass] !== undefined);

  it.each(governedRows)('%s passes under pass', (_, object, name, { fieldClass, ...member }) => {
    const isUrl = fieldClass === 'mediaUrl';
    const body = objectWith(object, name, isUrl ? 'https://pictures.example/1' : valueFor({ fieldClass, ...member }));
    expect(outcomeOf(object, body, {})).toEqual({ body, findings: [] });
  });

  it.each(governedRows)('%s does not pass under drop and reject', (_, object, name, member) => {
    const { fieldClass } = member;
    const { rule = 'vendorIds', value = '' } = governed[fieldClass] ?? {};
    const path = expect.stringMatching(new RegExp(`^${name}(?:\\.0)?$`)) as string;
    for (const setting of rule === 'mediaUrls' ? (['reject'] as const) : (['drop', 'reject'] as const)) {
      const { body, findings } = outcomeOf(object, objectWith(object, name, valueFor(member)), { [rule]: setting });
      expect(JSON.stringify(body)).not.toContain(value);
      const isLenient = fieldClass === 'citedId' || (fieldClass === 'vendorId' && object.classes.isRecord === true);
      expect(findings).toEqual([{ path, rule, action: isLenient ? 'drop' : setting }]);
    }
  });

  it.each(rowsOf((fieldClass) => fieldClass === 'vendorId' || fieldClass === 'citedId'))(
    '%s passes for the owner that received it',
    (_, object, name, { node }) => {
      const of = (id: string): JsonObject => objectWith(object, name, node.kind === 'list' ? [id] : id);
      expect(outcomeOf(object, of('cntr_1.mine'), { vendorIds: 'reject' })).toEqual({
        body: of('cntr_1'),
        findings: [],
      });
    },
  );

  const tools = dialects.flatMap(({ dialect, fields }) =>
    fields().objects.flatMap((object) =>
      object.classes.self === undefined ? [] : [[`${dialect} ${object.name}`, object, object.classes.self] as const],
    ),
  );
  it.each(tools)('%s', (_, object, self) => {
    const rule = self === 'hostedTool' ? 'hostedTools' : 'mcpServers';
    const body = objectWith(object, 'name', 'x');
    expect(outcomeOf(object, body, {}).body).toEqual(body);
    for (const action of ['drop', 'reject'] satisfies PolicyAction[])
      expect(outcomeOf(object, body, { [rule]: action })).toEqual({ body: {}, findings: [{ path: '', rule, action }] });
  });
});
