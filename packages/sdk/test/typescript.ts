// Type-checks programs as TypeScript sees them in an installation of this package with only the protocol package.
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const thisPackage = fileURLToPath(new URL('..', import.meta.url));
/** The protocol package's copy: programs have their own, and this package needs none. */
const zod = join(thisPackage, '../protocol/node_modules/zod');
/** The engine's, likewise. */
const undici = join(thisPackage, '../engine/node_modules/undici');

/** What declares `fetch` and similar globals: a web page with Node's types, or Node alone. */
export type Surroundings = 'page' | 'node';

const libraries: Readonly<Record<Surroundings, string[]>> = {
  page: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  node: ['lib.es2023.d.ts'],
};

/** Compiler errors for each of `files`, by name; empty when there are none. Declarations are emitted, too. */
export function errorTextsOf(
  files: Readonly<Record<string, string>>,
  surroundings: Surroundings = 'page',
): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-types-'));
  try {
    mkdirSync(join(folder, 'node_modules', '@org'), { recursive: true });
    symlinkSync(thisPackage, join(folder, 'node_modules', '@org', 'sdk'), 'dir');
    symlinkSync(zod, join(folder, 'node_modules', 'zod'), 'dir');
    symlinkSync(undici, join(folder, 'node_modules', 'undici'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const program = ts.createProgram(
      Object.keys(files).map((name) => join(folder, name)),
      {
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        lib: libraries[surroundings],
        types: ['node'],
        typeRoots: [join(thisPackage, 'node_modules', '@types')],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        declaration: true,
        skipLibCheck: true,
        // Matches npm's layout, where the protocol package may be nested in this one: a resolved link would lead out
        // of `node_modules`.
        preserveSymlinks: true,
      },
    );
    return Object.fromEntries(
      Object.keys(files).map((name) => [name, errorTexts(program, program.getSourceFile(join(folder, name)))]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function errorTexts(program: ts.Program, file: ts.SourceFile | undefined): string[] {
  if (file === undefined) return ['The compiler has not read it.'];
  return [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...program.getDeclarationDiagnostics(file),
  ].map(({ code, messageText, start = 0 }) => {
    const line = file.text.slice(0, start).split('\n').length;
    return `line ${line}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300)}`;
  });
}
