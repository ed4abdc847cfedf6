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
    ['/v1/%72esponses?a=/b', ['POST']],
    ['/v1%2fresponses', []],
    ['/v1/responses/a%2Fb', ['DELETE', 'GET']],
    ['/v1/responses/%ff', ['DELETE', 'GET']],
  ])('knows what %s takes', (path, methods) => {
    expect(table.methodsOf(path)).toEqual(methods);
  });

  it.each([
    ['/v1/responses', '/v1/responses'],
    ['/v1/responses/resp_1', '/v1/responses/{id}'],
    ['/v1/responses/input_tokens', '/v1/responses/input_tokens'],
    ['/v1/responses/a/b', undefined],
  ])('knows the pattern of %s', (path, pattern) => {
    expect(table.patternOf(path)).toBe(pattern);
  });
});
