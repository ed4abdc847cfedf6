import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
/** Files of the latest build. The folder may hold older ones for a running service. */
const files = JSON.parse(read('files.json')) as readonly string[];

/** Returns the imports of the bundle files that are neither Node built-ins nor bundle files. */
function librariesOf(names: readonly string[]): ReadonlySet<string> {
  const imports = /(?:^|;)(?:import|export)\b[^'"`;()]*["']([^"']+)["'](?=;)|\bimport\(["']([^"']+)["']\)/gm;
  const specifiers = names.flatMap((name) =>
    [...read(name).matchAll(imports)].map(([, fixed, onDemand]) => fixed ?? onDemand ?? ''),
  );
  return new Set(specifiers.filter((specifier) => !/^(?:node:|\.)/.test(specifier)));
}

describe('the bundle of the service', () => {
  it('contains all workspace code that the service loads', () => {
    const libraries = librariesOf(files.filter((name) => name.endsWith('.js')));
    expect([...libraries].filter((specifier) => specifier.startsWith('@org/'))).toEqual([]);
    expect(libraries).toContain('@nestjs/core');
  });

  it('imports only libraries of its own package.json, so that they resolve wherever it is installed', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(folder, '../../package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
    const declared = { ...dependencies, ...optionalDependencies };
    const names = [...librariesOf(files.filter((name) => name.endsWith('.js')))].map((specifier) =>
      specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
    );
    expect(names.filter((name) => declared[name] === undefined)).toEqual([]);
  });

  it('reports errors with its original sources', () => {
    const { sources } = JSON.parse(read('main.js.map')) as { sources: string[] };
    expect(sources).toContain('../../src/main.ts');
  });

  it('preserves class names, which appear in the log and in /openapi.json', () => {
    const renamed = files
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [...read(name).matchAll(/\bclass (_\w+|\w*[a-z]\d+)\b/g)].map(([, own]) => own));
    // Decorated classes with a static method that uses the class name: the compiler needs the inner name. Only module
    // definitions use them.
    expect(renamed.toSorted()).toEqual(['AppModule2', 'EngineModule2']);
  });

  it('splits rarely used parts into separate files', () => {
    const start = files.filter((name) => /^(?:main|program|service|create-language-model)(?:-\w+)?\.js$/.test(name));
    expect(start.length).toBeGreaterThanOrEqual(4);
    expect(files.filter((name) => /^(?:postgres-store|document|span-export)-\w+\.js$/.test(name))).toHaveLength(3);
  });
});
