import { RouteTable } from '#src/http/route-table.js';

const table = new RouteTable();
table.add('/v1/responses', 'POST');
table.add('/v1/responses/:id', 'GET');
table.add('/v1/responses/:id', ['DELETE']);
table.add('/v1/responses/input_tokens', 'POST');

describe('the table of routes', () => {
  it.each([
    ['/v1/responses', ['POST']],
    ['/v1/responses/resp_1', ['DELETE', 'GET']],
    ['/v1/responses/input_tokens', ['DELETE', 'GET', 'POST']],
    ['/v1/responses/', []],
    ['/v1', []],
    ['/V1/responses', []],
  ])('knows what %s takes', (path, methods) => {
    expect(table.methodsOf(path)).toEqual(methods);
  });

  it.each([
    ['/v1/v1/responses', '/v1/responses'],
    ['/some/prefix/v1/responses/resp_1', '/v1/responses/:id'],
    ['/responses', '/v1/responses'],
    ['/responses/resp_1', '/v1/responses/:id'],
    ['/v1//responses', '/v1/responses'],
    ['/v1/responses/', '/v1/responses'],
    ['/v1/chat/completions', undefined],
    ['/anything', undefined],
    ['/v1/responses/resp_1/nothing', undefined],
    ['/', undefined],
  ])('knows what %s was meant for', (path, meant) => {
    expect(table.nearestTo(path)).toBe(meant);
  });
});
