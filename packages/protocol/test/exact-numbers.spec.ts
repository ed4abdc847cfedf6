import * as fc from 'fast-check';
import type { z } from 'zod';
import { messageCreateParamsSchema } from '#src/messages.js';
import { responseCreateParamsSchema } from '#src/responses.js';
import { describeFault, parseJson } from '#src/schema.js';

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** As a server parses a body: each number that JavaScript would write otherwise is an exact one. */
function parseExactly(text: string): unknown {
  const exact = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? rawJSON(context.source)
      : value;
  return JSON.parse(text, exact as (name: string, value: unknown) => unknown);
}

function accepted(schema: z.ZodType, text: string): string {
  const parsed = parseJson(schema, parseExactly(text));
  return parsed.success ? JSON.stringify(parsed.data) : describeFault(parsed.error, parseExactly(text)).message;
}

const numbers = ['1234567890123456789', '-9223372036854775808', '20.0', '1E5', '-0', '1e400', '0.10'];

describe('exact numbers in a body of the responses API', () => {
  const bodyWith = (members: string): string => `{"model":"m","input":"q",${members}}`;

  it.each([
    [
      'the schema of a tool',
      (n: string) => `"tools":[{"type":"function","name":"f","parameters":{"enum":[${n}]},"strict":true}]`,
    ],
    ['an output schema', (n: string) => `"text":{"format":{"type":"json_schema","name":"x","schema":{"const":${n}}}}`],
    [
      'a file search filter',
      (n: string) =>
        `"tools":[{"type":"file_search","vector_store_ids":[],"filters":{"type":"eq","key":"k","value":${n}}}]`,
    ],
    [
      'a list in a nested filter',
      (n: string) =>
        `"tools":[{"type":"file_search","vector_store_ids":[],"filters":{"type":"and","filters":[{"type":"in","key":"k","value":[${n}]}]}}]`,
    ],
    ['an unknown member', (n: string) => `"later":{"a":[${n}]}`],
  ])('are preserved in %s', (_, membersOf) => {
    for (const number of numbers) {
      const text = bodyWith(membersOf(number));
      expect(accepted(responseCreateParamsSchema, text)).toBe(text);
    }
  });

  it('are preserved in arguments and results of items, also beside a field that the service reads', () => {
    const items = (n: string): string =>
      `[{"type":"tool_search_call","call_id":"c","execution":"client","arguments":{"id":${n}}},{"type":"file_search_call","id":"fs","status":"completed","queries":[],"results":[{"attributes":{"id":${n}}}]}]`;
    for (const number of numbers)
      expect(accepted(responseCreateParamsSchema, `{"model":"m","temperature":1.0,"input":${items(number)}}`)).toBe(
        `{"model":"m","temperature":1,"input":${items(number)}}`,
      );
  });

  it('are preserved wherever they stand in a schema', () => {
    const number = fc.constantFrom(...numbers);
    const name = fc.constantFrom('minimum', 'enum', 'default', 'rawJSON', 'x');
    const { schema } = fc.letrec<{ schema: string }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.array(tie('schema'), { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
        fc
          .uniqueArray(fc.tuple(name, tie('schema')), { selector: ([key]) => key, maxLength: 3 })
          .map((all) => `{${all.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
      ),
    }));
    fc.assert(
      fc.property(schema, number, (value, temperature) => {
        fc.pre(Number.isFinite(Number(temperature)) && Math.abs(Number(temperature)) <= 2);
        const text = bodyWith(`"tools":[{"type":"function","name":"f","parameters":{"v":${value}},"strict":null}]`);
        expect(accepted(responseCreateParamsSchema, text)).toBe(text);
      }),
    );
  });

  it.each([
    ['"temperature":1e400', 'temperature: Input should be a number, but got a number out of range'],
    [
      '"max_output_tokens":12345678901234567891',
      'max_output_tokens: Input should be a number, but got a number out of range',
    ],
    ['"max_output_tokens":1.50', 'max_output_tokens: Input should be an integer, but got a number'],
    ['"metadata":{"id":1234567890123456789}', 'metadata.id: Input should be a string, but got a number out of range'],
    ['"tools":20.0', 'tools: Input should be an array, but got an integer'],
  ])('are rejected in %s, with the path', (members, message) => {
    expect(accepted(responseCreateParamsSchema, bodyWith(members))).toBe(message);
  });
});

describe('exact numbers in a body of the messages API', () => {
  const bodyWith = (members: string): string => `{"model":"m","max_tokens":16,${members}}`;

  it('are preserved in the schema of a tool and in the input of a call', () => {
    for (const number of numbers) {
      const text = bodyWith(
        `"tools":[{"name":"f","input_schema":{"type":"object","properties":{"a":{"maximum":${number}}}},"input_examples":[{"a":${number}}]}],"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"a":${number}}}]}]`,
      );
      expect(accepted(messageCreateParamsSchema, text)).toBe(text);
    }
  });

  it('become plain numbers in the fields that the service reads, and are no objects', () => {
    const messages = '"messages":[{"role":"user","content":"q"}]';
    expect(accepted(messageCreateParamsSchema, `{"model":"m","max_tokens":1e3,"top_p":1.0,${messages}}`)).toBe(
      `{"model":"m","max_tokens":1000,"top_p":1,${messages}}`,
    );
    const call = '{"type":"tool_use","id":"t","name":"f","input":1e400}';
    expect(accepted(messageCreateParamsSchema, bodyWith(`"messages":[{"role":"assistant","content":[${call}]}]`))).toBe(
      'messages.0.content.0.input: Input should be an object, but got a number out of range',
    );
  });
});
