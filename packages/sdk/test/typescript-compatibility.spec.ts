// The package as the compiler sees it in a TypeScript program.
import { readFileSync } from 'node:fs';
import { errorTextsOf } from './typescript.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** The TypeScript blocks of a README as one program, at their original lines; everything else is blank. */
function programOf(markdown: string): string {
  let inside = false;
  const lines = markdown.split('\n').map((line) => {
    const fence = line.startsWith('```');
    if (fence) inside = line === '```ts';
    return inside && !fence ? line : '';
  });
  return lines.join('\n');
}

/** The example that needs another library, as a program with a client and a tool of the same schema. */
function zodProgramOf(markdown: string): string {
  const [, example = ''] = markdown.match(/```js\n((?:(?!```)[^])*from 'zod';[^]*?)```/) ?? [];
  const start =
    "import { tool, ModelResponseClient } from '@org/sdk';\nconst client = new ModelResponseClient({ apiKey });\n";
  const end =
    "tool({ name: 'greet', parameters: z.toJSONSchema(personSchema), parse: personSchema.parse, run: ({ name, age }) => name.repeat(age) });\n";
  return `${start}${example}export const { name, age }: { name: string; age: number } = person;\n${end}`;
}

/** What the README takes for granted. */
const readerDeclarations =
  'declare global {\n  const apiKey: string;\n  function lookUp(location: string): Promise<{ degrees: number }>;\n}\nexport {};\n';

const readme = {
  'readme.ts': programOf(read('README.md')),
  'zod.ts': zodProgramOf(read('README.md')),
  'own.ts': readerDeclarations,
};
const errorTexts = errorTextsOf({
  ...readme,
  'exported.ts': read('test/programs/exported.ts'),
  'misspelt.ts': read('test/programs/misspelt.ts'),
});
/** Compiler errors with only Node's declarations. */
const ofNode = errorTextsOf(readme, 'node');

describe('the compiler', () => {
  it('takes every example of the README', () => {
    expect(programOf(read('README.md'))).toContain('ModelResponseClient(');
    expect([...(errorTexts['own.ts'] ?? []), ...(errorTexts['readme.ts'] ?? [])]).toEqual([]);
  });

  it("compiles them with only Node's declarations", () => {
    expect(ofNode).toEqual({ 'readme.ts': [], 'zod.ts': [], 'own.ts': [] });
  });

  it('compiles the zod example, whose schema serves a response and a tool', () => {
    expect(zodProgramOf(read('README.md'))).toContain('parseJsonOutput(reply, personSchema.parse)');
    expect(errorTexts['zod.ts']).toEqual([]);
  });

  it('can name, by this package alone, all that the calls take and give', () => {
    expect(errorTexts['exported.ts']).toEqual([]);
  });

  it('rejects misspelt fields, also nested ones, and nothing else', () => {
    expect(errorTexts['misspelt.ts']).toEqual([]);
  });
});
