// What a program in TypeScript sees of the package, as the compiler says.
import { readFileSync } from 'node:fs';
import { complaintsOf } from './typescript.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The TypeScript of a README as one program, at the lines where it stands; all else is white. */
function programOf(markdown: string): string {
  let inside = false;
  const lines = markdown.split('\n').map((line) => {
    const fence = line.startsWith('```');
    if (fence) inside = line === '```ts';
    return inside && !fence ? line : '';
  });
  return lines.join('\n');
}

/** What the README takes for granted. */
const readersOwn = 'declare global {\n  const apiKey: string;\n  function lookUp(location: string): Promise<{ degrees: number }>;\n}\nexport {};\n';

const complaints = complaintsOf({
  'readme.ts': programOf(read('README.md')),
  'own.ts': readersOwn,
  'exported.ts': read('test/programs/exported.ts'),
  'misspelt.ts': read('test/programs/misspelt.ts'),
});

describe('the compiler', () => {
  it('takes every example of the README', () => {
    expect(programOf(read('README.md'))).toContain('ModelResponseClient(');
    expect([...(complaints['own.ts'] ?? []), ...(complaints['readme.ts'] ?? [])]).toEqual([]);
  });

  it('can name, by this package alone, all that the calls take and give', () => {
    expect(complaints['exported.ts']).toEqual([]);
  });

  it('refuses fields that are misspelt, also inside of others, and nothing else', () => {
    expect(complaints['misspelt.ts']).toEqual([]);
  });
});
