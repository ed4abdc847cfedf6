// `import { z } from 'zod'` makes some bundlers, including esbuild, retain all of zod: four times what the schemas
// need.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

describe('the sources', () => {
  it('import zod as a namespace, or only its types', () => {
    const imports = sources.flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/^import (.*) from 'zod';$/gm)].map(([, what = '']) => what),
    );
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter((what) => what !== '* as z' && !what.startsWith('type '))).toEqual([]);
  });
});
