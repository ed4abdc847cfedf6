import { readFileSync, writeFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { ClassConstructor } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { FilePageQuery, MessagesFilePageQuery } from '#src/files/file-page-query.js';
import { MessagesPageQuery } from '#src/http/messages-page-query.js';
import { RouteTable } from '#src/http/route-table.js';
import { ModelsPageQuery } from '#src/models/models-page-query.js';
import { openApiDocument } from '#src/openapi/document.js';
import { failuresOf } from '#src/openapi/failures-of.js';
import { operations } from '#src/openapi/operations.js';
import { serviceVersion } from '#src/openapi/service-version.js';
import { IncludeQuery } from '#src/responses/include-query.js';
import { ItemPageQuery } from '#src/responses/item-page.js';
import { RetrieveQuery } from '#src/responses/retrieve-query.js';
import { FileSearchSettings } from '#src/config/settings/file-search-settings.js';
import { ContainerFilePageQuery, ContainerPageQuery } from '#src/containers/container-page-query.js';
import {
  ContentPageQuery,
  VectorStoreFilePageQuery,
  VectorStorePageQuery,
} from '#src/vector-stores/vector-store-page-query.js';
import { scriptedRetrieval } from '../kit/scripted-retrieval.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const committed = new URL('../../../../docs/reference/openapi.json', import.meta.url);
/** Routes for visitors and tools; the document does not describe itself. */
const undescribed = new Set(['/', '/openapi.json', '/console/:file', '/docs', '/docs/', '/docs/:file']);

/** The query that each route reads; several where the dialect decides. */
const queries: Readonly<Record<string, ClassConstructor<object> | readonly ClassConstructor<object>[]>> = {
  listMessageBatches: MessagesPageQuery,
  retrieveResponse: RetrieveQuery,
  listInputItems: ItemPageQuery,
  createConversationItems: IncludeQuery,
  listConversationItems: ItemPageQuery,
  retrieveConversationItem: IncludeQuery,
  listFiles: [FilePageQuery, MessagesFilePageQuery],
  listModels: ModelsPageQuery,
  listVectorStores: VectorStorePageQuery,
  listVectorStoreFiles: VectorStoreFilePageQuery,
  listVectorStoreFileBatchFiles: VectorStoreFilePageQuery,
  vectorStoreFileContent: ContentPageQuery,
  listContainers: ContainerPageQuery,
  listContainerFiles: ContainerFilePageQuery,
};

/** The parameters that a query class reads; a list may be named with brackets, too. */
function parametersOf(read: ClassConstructor<object> | readonly ClassConstructor<object>[]): readonly string[] {
  const rules = [read]
    .flat()
    .flatMap((query) => getMetadataStorage().getTargetValidationMetadatas(query, '', true, false));
  return [...new Set(rules.map(({ propertyName }) => propertyName.replace('[]', '')))].toSorted();
}

/** Names and kinds, without values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    hostedTools: scriptedTools(),
    models: { demo: { ...scriptedModel(...textResponse('Hello.')), countTokens: async () => ({ inputTokens: 9 }) } },
    retrievalModels: scriptedRetrieval(),
    config: { fileSearch: Object.assign(new FileSearchSettings(), { embedding: 'e' }) },
  });
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openApiDocument(serviceVersion())));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('describes every served route and no other', () => {
    const registeredRoutes = [...service.app.get(RouteTable).routes].flatMap(([url, methods]) =>
      undescribed.has(url)
        ? []
        : [...methods]
            .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
            .map((method) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      registeredRoutes.toSorted(),
    );
  });

  it('describes the query that each route reads and no other', () => {
    const described = operations.flatMap(({ id, query }) =>
      query === undefined ? [] : [[id, query.map(({ name }) => name).toSorted()]],
    );
    expect(Object.fromEntries(described)).toEqual(
      Object.fromEntries(Object.entries(queries).map(([id, query]) => [id, parametersOf(query)])),
    );
  });

  it('names the statuses that each dialect has for what can go wrong', () => {
    const statusesOf = (id: string): readonly number[] =>
      operations
        .filter((operation) => operation.id === id)
        .flatMap((operation) => failuresOf(operation).map(([status]) => status));
    expect(statusesOf('createMessage')).toEqual([400, 401, 404, 409, 413, 415, 429, 500, 502, 504, 529]);
    expect(statusesOf('createResponse')).toEqual([400, 401, 404, 409, 413, 415, 424, 429, 500, 502, 503, 504]);
    expect(statusesOf('retrieveMessageBatch')).toEqual([400, 401, 404, 429, 500, 529]);
    expect(statusesOf('connectResponses')).toEqual([400, 401, 426, 429, 500, 503]);
    expect(statusesOf('listModels')).toEqual([400, 401, 429, 500, 503, 529]);
    expect(statusesOf('uploadFile')).toEqual([400, 401, 409, 413, 415, 429, 500, 503, 529]);
    expect([statusesOf('live'), statusesOf('ready')]).toEqual([[], [503]]);
  });

  it('has a meaning for every status', () => {
    expect(
      operations.flatMap((operation) => failuresOf(operation).filter(([, meaning]) => meaning === 'Error')),
    ).toEqual([]);
  });

  it.each(operations.filter(({ example }) => example !== undefined))(
    'has an example for $id that works',
    async ({ path, example }) => {
      const owned = path.startsWith('/v1/vector_stores') ? '/v1/vector_stores' : '/v1/conversations';
      const { id } = (await (await service.post(owned, {})).json()) as { id: string };
      const response = await service.post(path.replace('{id}', id), example);
      expect([response.status, response.headers.get('x-service-warning')]).toEqual([200, null]);
      await response.text();
    },
  );

  it.each(operations.filter(({ example, exampleResponse }) => example !== undefined && exampleResponse !== undefined))(
    'contains a response to the example of $id that equals a generated one',
    async ({ path, example, exampleResponse }) => {
      const response: unknown = await (await service.post(path, example)).json();
      expect(shapeOf(exampleResponse)).toEqual(shapeOf(response));
    },
  );

  it('requires a body where the route does', async () => {
    for (const { path, body, form, bodyOptional } of operations) {
      if (body === undefined && form === undefined) continue;
      const response = await service.post(path, undefined);
      await response.text();
      expect([path, response.status === 200]).toEqual([path, bodyOptional === true]);
    }
  });

  it('equals the committed document (UPDATE_OPENAPI=1 writes it)', () => {
    const text = `${JSON.stringify(openApiDocument(serviceVersion()), null, 1)}\n`;
    if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(committed, text);
    expect(readFileSync(committed, 'utf8')).toBe(text);
  });

  it('is public', async () => {
    const response = await fetch(`${service.url}/openapi.json`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(openApiDocument(serviceVersion()));
  });

  it('is compressed, and responds 304 to a client that has it', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const response = await fetch(`${service.url}/openapi.json`, { headers });
    expect([response.headers.get('content-encoding'), response.headers.get('cache-control')]).toEqual([
      'gzip',
      'no-cache',
    ]);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(100_000);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(`${service.url}/openapi.json`, { headers: { ...headers, 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('has a readable page that loads no external resources and offers no vendor service', async () => {
    const page = await fetch(`${service.url}/docs/`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(html).not.toMatch(/https?:\/\//);
    const scripts = await Promise.all(
      [...html.matchAll(/<script src="([^"]+)"/g)].map(async ([, path = '']) => {
        const script = await fetch(new URL(path, `${service.url}/docs/`));
        expect(script.status).toBe(200);
        return script.text();
      }),
    );
    const [library = '', start = ''] = scripts;
    expect(start).toContain('"agent":{"disabled":true}');
    expect(start).toContain('"mcp":{"disabled":true}');
    expect(start).toContain('"showDeveloperTools":"never"');
    expect(library.length).toBeGreaterThan(100_000);
  });
});
