import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import type { JsonObject } from '../../../model/json.js';
import { stringFormats } from './string-formats.js';

/** Checks finished JSON text against a schema. Grammars leave some keywords open, so what was promised is checked. */
export class SchemaCheck {
  readonly #validate: ValidateFunction;

  /** Throws an Error for a schema that is none. */
  constructor(schema: JsonObject) {
    const ajv = new Ajv2020({ strict: false, logger: false, formats: formats() });
    const { $schema: _dialect, $id: _id, ...own } = schema;
    this.#validate = ajv.compile(own);
  }

  /** Where and why the text is not valid; `undefined` when it is. */
  fault(text: string): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'it is not JSON';
    }
    if (this.#validate(value)) return undefined;
    const error = this.#validate.errors?.[0];
    return `${error?.instancePath === '' ? 'the root' : (error?.instancePath ?? 'a value')} ${error?.message ?? 'is not valid'}`;
  }
}

function formats(): Record<string, RegExp> {
  return Object.fromEntries(Object.entries(stringFormats).map(([name, pattern]) => [name, new RegExp(pattern)]));
}
