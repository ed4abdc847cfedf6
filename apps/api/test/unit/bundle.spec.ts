import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
/** Files of the latest build. The folder may hold older ones for a service that runs. */
const files = JSON.parse(read('files.json')) as readonly string[];

/** What the files of the bundle import that is neither a part of Node nor one of them. */
function librariesOf(names: readonly string[]): ReadonlySet<string> {
  const imports = /(?:^|;)(?:import|export)\b[^'"`;()]*["']([^"']+)["'](?=;)|\bimport\(["']([^"']+)["']\)/gm;
  const specifiers = names.flatMap((name) =>
    [...read(name).matchAll(imports)].map(([, fixed, onDemand]) => fixed ?? onDemand ?? ''),
  );
  return new Set(specifiers.filter((specifier) => !/^(?:node:|\.)/.test(specifier)));
}

describe('the bundle of the service', () => {
  it('holds all of this workspace that the service loads', () => {
    const libraries = librariesOf(files.filter((name) => name.endsWith('.js')));
    expect([...libraries].filter((specifier) => specifier.startsWith('@org/'))).toEqual([]);
    expect(libraries).toContain('@nestjs/core');
  });

  it('imports libraries that its own package names, so that they are found wherever it is installed', () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const names = [...librariesOf(files.filter((name) => name.endsWith('.js')))].map((specifier) =>
      specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
    );
    expect(names.filter((name) => dependencies[name] === undefined)).toEqual([]);
  });

  it('tells its errors by the sources that it was made of', () => {
    const { sources } = JSON.parse(read('main.js.map')) as { sources: string[] };
    expect(sources).toContain('../../src/main.ts');
  });

  it('leaves classes their names, which stand in the log and in /openapi.json', () => {
    const renamed = files
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [...read(name).matchAll(/\bclass (_\w+|\w*[a-z]\d+)\b/g)].map(([, own]) => own));
    // Decorated, with a static method that names the class: the compiler needs the name within. Only the wiring of modules says them.
    expect(renamed.toSorted()).toEqual(['AppModule2', 'EngineModule2']);
  });

  it('leaves the parts that few need to files of their own', () => {
    const start = files.filter((name) => /^(?:main|program|service|create-language-model)(?:-\w+)?\.js$/.test(name));
    expect(start.length).toBeGreaterThanOrEqual(4);
    expect(files.filter((name) => /^(?:postgres-store|document|span-export)-\w+\.js$/.test(name))).toHaveLength(3);
  });
});
