import { asksForHtml, chooseEncoding, hasRepresentation } from '#src/http/reply/negotiate.js';

describe('the root URL', () => {
  it.each([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['another spelling', 'application/json, Text/HTML ; q=0.5', true],
    ['curl', '*/*', false],
    ['an SDK', 'application/json', false],
    ['a client that refuses HTML', 'text/html;q=0, */*', false],
    ['a weight that is no number', 'text/html;q=x', false],
    ['no header', undefined, false],
  ])('is a page when the client names HTML: %s', (_client, accept, isPage) => {
    expect(asksForHtml(accept)).toBe(isPage);
  });
});

describe('the encoding of a file', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['identity', undefined],
    ['*;q=0', undefined],
    [undefined, undefined],
  ])('for accept-encoding %s is %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted, ['br', 'gzip'])).toBe(encoding);
  });

  it('is one that the build has made', () => {
    expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip');
    expect(chooseEncoding('br, gzip', [])).toBeUndefined();
  });
});

describe('if-none-match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    [undefined, false],
  ])('%s names the file: %s', (header, isNamed) => {
    expect(hasRepresentation(header, '"a"')).toBe(isNamed);
  });
});
