// Compiles the README examples against an installed copy of this package.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const thisPackage = fileURLToPath(new URL('..', import.meta.url));
const fences = [...readFileSync(join(thisPackage, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
);

/** What the README takes for granted. */
const readerDeclarations = 'declare const text: string, url: string, headers: Record<string, string>;\n';

function errorTextsOf(code: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'protocol-readme-'));
  try {
    mkdirSync(join(folder, 'node_modules', '@org'), { recursive: true });
    symlinkSync(thisPackage, join(folder, 'node_modules', '@org', 'protocol'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'readme.ts'), readerDeclarations + code);
    const program = ts.createProgram([join(folder, 'readme.ts')], {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the README', () => {
  it('has an example', () => {
    expect(fences).not.toEqual([]);
  });

  it.each(fences)('has an example that compiles in a strict project: %s', (code) => {
    expect(errorTextsOf(code)).toEqual([]);
  });
});
