import { readFileSync, writeFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { ClassConstructor } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { MessagesPageQuery } from '#src/http/messages-page-query.js';
import { RouteTable } from '#src/http/route-table.js';
import { ModelsPageQuery } from '#src/models/models-page-query.js';
import { openApiDocument } from '#src/openapi/document.js';
import { operations } from '#src/openapi/operations.js';
import { serviceVersion } from '#src/openapi/service-version.js';
import { IncludeQuery } from '#src/responses/include-query.js';
import { ItemPageQuery } from '#src/responses/item-page.js';
import { RetrieveQuery } from '#src/responses/retrieve-query.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { createScriptedGenerator } from '@org/engine/generators/scripted/scripted-generator';

const committed = new URL('../../../../docs/reference/openapi.json', import.meta.url);
/** Routes for people and programs that look around; the document does not describe itself. */
const undescribed = new Set(['/', '/openapi.json', '/docs', '/docs/', '/docs/js/scalar.js']);

/** Which query each route reads that reads one. */
const queries: Readonly<Record<string, ClassConstructor<object>>> = {
  listMessageBatches: MessagesPageQuery,
  retrieveResponse: RetrieveQuery,
  listInputItems: ItemPageQuery,
  createConversationItems: IncludeQuery,
  listConversationItems: ItemPageQuery,
  retrieveConversationItem: IncludeQuery,
  listModels: ModelsPageQuery,
};

/** The parameters that a query class reads; a list may be named with brackets, too. */
function parametersOf(query: ClassConstructor<object>): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(query, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName.replace('[]', '')))].toSorted();
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: createScriptedGenerator({ id: 'm', script: [] }) } });
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openApiDocument(serviceVersion())));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('describes every route that is served, and no other', () => {
    const served = [...service.app.get(RouteTable).routes].flatMap(([url, methods]) =>
      undescribed.has(url) ? [] : [...methods].filter((method) => method !== 'HEAD' && method !== 'OPTIONS').map((method) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(served.toSorted());
  });

  it('describes the query that each route reads, and no other', () => {
    const described = operations.flatMap(({ id, query }) => (query === undefined ? [] : [[id, query.map(({ name }) => name).toSorted()]]));
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(Object.entries(queries).map(([id, query]) => [id, parametersOf(query)])));
  });

  it('is the one that is committed (UPDATE_OPENAPI=1 writes it)', () => {
    const text = `${JSON.stringify(openApiDocument(serviceVersion()), null, 1)}\n`;
    if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(committed, text);
    expect(readFileSync(committed, 'utf8')).toBe(text);
  });

  it('is served to anybody', async () => {
    const answer = await fetch(`${service.url}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(openApiDocument(serviceVersion()));
  });

  it('has a readable page that loads nothing from elsewhere', async () => {
    const page = await fetch(`${service.url}/docs/`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(html).not.toMatch(/https?:\/\//);
    const [, script = ''] = /<script src="([^"]+)"/.exec(html) ?? [];
    const code = await fetch(new URL(script, `${service.url}/docs/`));
    expect(code.status).toBe(200);
    expect((await code.text()).length).toBeGreaterThan(100_000);
  });
});
