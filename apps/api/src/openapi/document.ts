// The OpenAPI 3.1 document of the service, generated from the schemas that check the bodies.
import type { DialectId, JsonObject } from '@org/engine';
import { messagesVersions, type MessagesVersion } from '@org/protocol/messages';
import { schemaComponents } from './components.js';
import { dialectsOf, failuresOf } from './failures-of.js';
import type { Operation } from './operation.js';
import { operations } from './operations.js';

/** Builds the document. Throws when an operation names a schema that does not exist. */
export function openApiDocument(version: string): JsonObject {
  const schemas = schemaComponents();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations) {
    for (const name of [
      operation.body,
      ...(operation.form ?? []),
      operation.events,
      operation.lines,
      ...(operation.responseSchemas ?? []),
    ]) {
      if (name !== undefined && schemas[name] === undefined)
        throw new TypeError(`${operation.id} names the unknown schema ${name}`);
    }
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Model Response Service',
      version,
      description:
        'One service, two dialects, any model. Every path under /v1 needs a key, as `Authorization: Bearer KEY` or `x-api-key: KEY`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to where the document was read, so that a pasted example has the full URL.
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      schemas,
    },
  };
}

function describe(operation: Operation): JsonObject {
  const parameters = [
    ...pathParameters(operation),
    ...versionHeader(operation),
    ...keyHeader(operation),
    ...(operation.query ?? []).map((parameter) => ({ in: 'query', ...parameter })),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(operation.public === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: json(reference(operation.body), operation.example),
          },
        }),
    ...(operation.form === undefined
      ? {}
      : { requestBody: { required: true, content: { 'multipart/form-data': { schema: anyOf(operation.form) } } } }),
    responses: {
      ...(operation.upgrade === undefined
        ? { '200': { description: 'OK', headers: responseHeaders(operation), content: responseContent(operation) } }
        : { '101': { description: `The connection switches to ${operation.upgrade}.` } }),
      ...Object.fromEntries(
        failuresOf(operation).map(([status, meaning]) => [String(status), errorResponse(operation, status, meaning)]),
      ),
    },
  };
}

function pathParameters({ path }: Operation): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function versionHeader({ tag }: Operation): JsonObject[] {
  if (tag !== 'Messages') return [];
  const schema = { type: 'string', enum: [...messagesVersions] };
  const description = 'Version of the dialect; `anthropic-version` is accepted, too.';
  return [
    {
      name: 'vendor-version',
      in: 'header',
      required: true,
      description,
      schema,
      example: '2026-10-21' satisfies MessagesVersion,
    },
  ];
}

function keyHeader({ method }: Operation): JsonObject[] {
  if (method !== 'post') return [];
  const description =
    'A repeated key with the same request returns the stored response and runs nothing; with another request it returns 400.';
  return [
    { name: 'idempotency-key', in: 'header', description, schema: { type: 'string', minLength: 1, maxLength: 255 } },
  ];
}

function responseHeaders({ method }: Operation): JsonObject {
  return {
    ...headerReference('request-id'),
    ...(method === 'post'
      ? { ...headerReference('x-service-warning'), ...headerReference('idempotent-replayed') }
      : {}),
  };
}

function responseContent({ responseSchemas, exampleResponse, events, lines, bytes }: Operation): JsonObject {
  if (bytes === true) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (lines !== undefined) return { 'application/x-jsonl': { schema: reference(lines) } };
  if (responseSchemas === undefined) return json({ type: 'object' });
  return {
    ...json(anyOf(responseSchemas), exampleResponse),
    ...(events === undefined ? {} : { 'text/event-stream': { schema: reference(events) } }),
  };
}

function errorResponse(operation: Operation, status: number, description: string): JsonObject {
  const headers = {
    ...headerReference('request-id'),
    ...([429, 503, 529].includes(status) ? headerReference('retry-after') : {}),
  };
  // Probe responses have one format for success and failure.
  if (operation.public === true) return { description, headers, content: json({ type: 'object' }) };
  return { description, headers, content: json(anyOf(dialectsOf(operation).map(({ id }) => errorShapes[id]))) };
}

const errorShapes = { messages: 'MessagesErrorResponse', responses: 'ResponsesErrorBody' } as const satisfies Record<
  DialectId,
  string
>;

function json(schema: JsonObject, example?: JsonObject): JsonObject {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

/** Any of the schemas with these names. */
function anyOf(names: readonly string[]): JsonObject {
  const [first, ...others] = names.map(reference);
  return first !== undefined && others.length === 0 ? first : { anyOf: names.map(reference) };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function headerReference(name: keyof typeof headers): JsonObject {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

const headers = {
  'request-id': 'Names the request in the log; `x-request-id` is the same.',
  'retry-after': 'Seconds until the request may be tried again.',
  'x-service-warning':
    'What the service did not apply of the request, one value for each warning: `kind param: message`. Absent when there is no warning.',
  'idempotent-replayed': '`true`: this is the stored response of the `idempotency-key`.',
} as const;
