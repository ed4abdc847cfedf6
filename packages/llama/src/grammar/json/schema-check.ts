import { Ajv } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import type { JsonObject } from '@org/engine';
import { withPlainNumbers } from './with-plain-numbers.js';
import { stringFormats } from './string-formats.js';

/** Validates finished JSON text against a schema, because grammars do not enforce every keyword. */
export class SchemaCheck {
  readonly #validate: ValidateFunction;

  /** Throws an Error for a schema that is none. */
  constructor(schema: JsonObject) {
    const { $schema: _dialect, $id: _id, ...own } = withPlainNumbers(schema);
    this.#validate = compileNewest(own);
  }

  /** Where and why the text is not valid; `undefined` when it is. */
  fault(text: string): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'it is not JSON';
    }
    try {
      if (this.#validate(value)) return undefined;
    } catch (thrown) {
      // The stack overflows when a reference leads back to itself on the same value. Any other exception is a
      // validator defect (ajv forgets a variable for some nestings of "anyOf" and "not") and does not concern the
      // value.
      return thrown instanceof RangeError ? 'the schema references itself without end' : undefined;
    }
    const error = this.#validate.errors?.[0];
    return `${error?.instancePath === '' ? 'the root' : (error?.instancePath ?? 'a value')} ${error?.message ?? 'is not valid'}`;
  }
}

const settings = { strict: false, logger: false } as const;
/**
 * The meta-schemas that decide whether a value is a schema; compiling a draft's meta-schema takes longer than
 * everything else.
 */
const newest = new Ajv2020(settings);
const draft7 = new Ajv(settings);

/** Keywords that draft 7 would pass over. */
const newKeywords =
  /"(?:prefixItems|unevaluatedItems|unevaluatedProperties|dependentRequired|dependentSchemas|minContains|maxContains|\$dynamicRef)":/;

/** The reason why the value is not a schema of a supported draft, if so; unresolvable references are detected later. */
export function schemaFault(schema: JsonObject): string | undefined {
  const { $schema: _dialect, $id: _id, ...own } = withPlainNumbers(schema);
  return isOfNewest(own) || isOfDraft7(own) ? undefined : draftFault(own);
}

function isOfNewest(schema: JsonObject): boolean {
  return newest.validateSchema(schema) === true;
}

function isOfDraft7(schema: JsonObject): boolean {
  return draft7.validateSchema(schema) === true && !newKeywords.test(JSON.stringify(schema));
}

/**
 * Compiles by draft 2020-12, which most schemas are valid against; the others may be draft 7, such as tuples in
 * `items`.
 */
function compileNewest(schema: JsonObject): ValidateFunction {
  const options = { ...settings, formats: formats(), validateSchema: false, meta: false } as const;
  if (isOfNewest(schema)) return new Ajv2020(options).compile(schema);
  if (isOfDraft7(schema)) return new Ajv(options).compile(schema);
  throw new Error('the schema is of no supported draft');
}

/** What a schema of no known draft does wrong, by the draft that knows all of its keywords. */
function draftFault(schema: JsonObject): string {
  const errors = [draft7, newest].flatMap((draft) =>
    draft.validateSchema(schema) === true ? [] : (draft.errors ?? []).slice(0, 1),
  );
  const [first] = newKeywords.test(JSON.stringify(schema)) ? errors.toReversed() : errors;
  const path = first?.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
  return `${path === '' ? 'it' : path} ${first?.message ?? 'is of no supported draft'}`;
}

function formats(): Record<string, RegExp> {
  return Object.fromEntries(Object.entries(stringFormats).map(([name, pattern]) => [name, new RegExp(pattern)]));
}
