// Runs the public JSON Schema test suite against the compiler: every schema is either enforced or rejected, never
// violated.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { EngineError, type JsonObject, type JsonValue } from '@org/engine';
import { Gbnf } from '#src/grammar/gbnf.js';
import { JsonRules } from '#src/grammar/json/json-rules.js';
import { SchemaCheck } from '#src/grammar/json/schema-check.js';
import { SchemaGrammar } from '#src/grammar/json/schema-grammar.js';

import { GrammarWalk } from './grammar-walk.js';
import { seededRandom } from './seeded-random.js';

interface SuiteCase {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonValue;
}

/**
 * Directories of the suite's files: draft 4 from npm, and any others that `JSON_SCHEMA_SUITE` names, separated by
 * colons.
 */
const folders = [
  join(dirname(createRequire(import.meta.url).resolve('json-schema-test-suite/package.json')), 'tests', 'draft4'),
  ...(process.env['JSON_SCHEMA_SUITE'] ?? '').split(':').filter((folder) => folder !== ''),
];

const cases: readonly SuiteCase[] = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      (JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Omit<SuiteCase, 'file'>[]).map((one) => ({
        ...one,
        file,
      })),
    ),
);
const walks = 60;

type Verdict = { readonly kind: 'honoured' } | { readonly kind: 'refused' | 'violated'; readonly why: string };

function judge(schema: JsonObject): Verdict {
  let check: SchemaCheck;
  let grammar: string;
  try {
    check = new SchemaCheck(schema);
    grammar = compile(schema);
  } catch (thrown) {
    if (thrown instanceof EngineError) return { kind: 'refused', why: thrown.message };
    return { kind: 'refused', why: 'no schema of the draft that the service speaks' };
  }
  const walk = new GrammarWalk(grammar);
  const random = seededRandom(1);
  for (let count = 0; count < walks; count += 1) {
    const text = walk.write(random);
    const fault = check.fault(text);
    if (fault !== undefined) return { kind: 'violated', why: `${text}: ${fault}` };
  }
  return { kind: 'honoured' };
}

function compile(schema: JsonObject): string {
  const gbnf = new Gbnf();
  return gbnf.text(
    new SchemaGrammar(gbnf, new JsonRules(gbnf, 'line'), schema, {
      unsupported: 'refuse',
      path: 'schema',
    }).compileRoot(),
  );
}

describe('the public suite of JSON Schema', () => {
  const schemas = cases.filter(
    (one): one is SuiteCase & { schema: JsonObject } =>
      typeof one.schema === 'object' && one.schema !== null && !Array.isArray(one.schema),
  );

  it('has no schema that is accepted and then broken', () => {
    const verdicts = schemas.map((one) => ({ ...one, verdict: judge(one.schema) }));
    const count = (kind: Verdict['kind']): number => verdicts.filter(({ verdict }) => verdict.kind === kind).length;
    process.stdout.write(
      `${schemas.length} schemas: ${count('honoured')} honoured, ${count('refused')} refused, ${count('violated')} violated\n`,
    );
    if (process.env['JSON_SCHEMA_VERDICTS'] !== undefined) {
      for (const { file, description, verdict } of verdicts)
        if (verdict.kind !== 'honoured')
          process.stdout.write(`${verdict.kind} ${file}: ${description}: ${verdict.why.slice(0, 200)}\n`);
    }
    expect(
      verdicts
        .filter(({ verdict }) => verdict.kind === 'violated')
        .map(({ file, description, schema, verdict }) => ({ file, description, schema, verdict })),
    ).toEqual([]);
  }, 60_000);
});
