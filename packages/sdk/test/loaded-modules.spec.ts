// What a program loads with this package: a page with a client must fetch all of it.
import { execFileSync } from 'node:child_process';

const asUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const hooks = asUrl(String.raw`
  import { writeSync } from 'node:fs';
  export const load = (url, context, next) => {
    writeSync(1, url + '\n');
    return next(url, context);
  };`);
const program = `
  import { register } from 'node:module';
  register(${JSON.stringify(hooks)});
  await import('@org/sdk');`;

describe('the client', () => {
  it('bundles the protocol without its schemas, and nothing else', () => {
    const cwd = new URL('..', import.meta.url);
    const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd, encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(loaded.some((url) => url.endsWith('/sdk/dist/index.js'))).toBe(true);
    expect(loaded.filter((url) => !/\/(?:sdk|protocol)\/dist\//.test(url))).toEqual([]);
  });
});
