import * as fc from 'fast-check';
import { matchesDomain, parseDomainRule } from '#src/web/domain-rule.js';

const label = fc.constantFrom('a', 'b1', 'docs', 'xn--mnchen-3ya', 'm\u00fcnchen', 'UPPER');
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const segment = fc.constantFrom('blog', 'a%20b', '\u00e4', 'x.html', '~user');
const path = fc.array(segment, { maxLength: 3 }).map((segments) => segments.map((one) => `/${one}`).join(''));

function matches(rule: string, url: string): boolean {
  const parsed = parseDomainRule(rule);
  if (parsed === undefined) throw new Error(`no rule: ${rule}`);
  return matchesDomain(parsed, new URL(url));
}

describe('a rule of domains', () => {
  it('covers its host, its subdomains and all paths below its path', () => {
    fc.assert(
      fc.property(
        host,
        path,
        path,
        fc.constantFrom('', 'sub.'),
        fc.constantFrom('http', 'https'),
        (name, base, rest, sub, scheme) => {
          const url = `${scheme}://${sub}${name}${base}${rest}?query#fragment`;
          expect(matches(`${name}${base}`, url)).toBe(true);
          expect(matches(`https://${name.toUpperCase()}${base}/`, url)).toBe(true);
        },
      ),
    );
  });

  it('covers a path whose letters are escaped', () => {
    const letters = fc.stringMatching(/^(?:\/[a-z]{1,5}){1,3}$/);
    fc.assert(
      fc.property(host, letters, (name, base) => {
        const spelled = base.replaceAll(/[a-z]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
        expect(matches(`${name}${base}`, `https://${name}${spelled}`)).toBe(true);
      }),
    );
  });

  it('covers no other host', () => {
    fc.assert(
      fc.property(host, path, (name, base) => {
        for (const other of [`x${name}`, `${name}.evil.test`, `evil.test/${name}`, `${name}@evil.test`, 'evil.test'])
          expect(matches(`${name}${base}`, `https://${other}${base}`)).toBe(false);
      }),
    );
  });

  it.each([
    ['example.com/*/private', 'https://example.com/a/private/x', true],
    ['example.com/*/private', 'https://example.com/private', false],
    ['example.com/docs*', 'https://example.com/docs-2', true],
    ['*.example.com', 'https://example.com/', true],
    ['example.com/*', 'https://example.com/a', true],
    ['example.com/a', 'https://example.com//a', true],
    ['example.com/a', 'https://example.com/b/../a', true],
    ['example.com.', 'https://example.com/', true],
  ])('%s covers %s: %s', (rule, url, expected) => {
    expect(matches(rule, url)).toBe(expected);
  });

  it.each(['', ' ', '/', '*', 'a b', 'user@host', 'host:80', 'host?query', 'https://', '[::1'])(
    '%j is none',
    (text) => {
      expect(parseDomainRule(text)).toBeUndefined();
    },
  );
});
