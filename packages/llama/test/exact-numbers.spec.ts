import { parseExactly, type JsonObject } from '@org/engine';
import { packMessage, unpackMessage } from '#src/exact-message.js';
import { Gbnf } from '#src/grammar/gbnf.js';
import { JsonRules } from '#src/grammar/json/json-rules.js';
import { SchemaCheck, schemaFault } from '#src/grammar/json/schema-check.js';
import { SchemaGrammar } from '#src/grammar/json/schema-grammar.js';

const schemaOf = (text: string): JsonObject => parseExactly(text) as JsonObject;

function grammarOf(text: string): string {
  const gbnf = new Gbnf();
  const root = new SchemaGrammar(gbnf, new JsonRules(gbnf, 'line'), schemaOf(text), {
    unsupported: 'refuse',
    path: 'tools.0.parameters',
  }).compileRoot();
  return gbnf.text(root);
}

describe('numbers of a schema that JavaScript cannot hold', () => {
  it('are written in enums and consts as the client wrote them', () => {
    const grammar = grammarOf('{"enum":[1234567890123456789,20.0,{"id":-9223372036854775808}]}');
    for (const text of ['1234567890123456789', '20.0', '-9223372036854775808']) expect(grammar).toContain(text);
    expect(grammar).not.toContain('rawJSON');
  });

  it('are merged and compared by their exact value', () => {
    expect(grammarOf('{"allOf":[{"enum":[9007199254740993,1.0]},{"enum":[9007199254740992,1]}]}')).toContain('"1.0"');
    expect(grammarOf('{"oneOf":[{"const":9007199254740993},{"const":9007199254740992}]}')).toContain(
      '9007199254740993',
    );
    expect(() => grammarOf('{"oneOf":[{"const":1.0},{"const":1}]}')).toThrow('tools.0.parameters.oneOf');
  });

  it('are rejected with a path as bounds beyond 64 bits', () => {
    expect(() =>
      grammarOf('{"type":"object","properties":{"a":{"type":"integer","minimum":1e400}},"required":["a"]}'),
    ).toThrow(expect.objectContaining({ code: 'unsupported', param: 'tools.0.parameters.properties.a' }));
  });

  it('count as lengths and multiples in any notation', () => {
    expect(grammarOf('{"type":"string","maxLength":2.0}')).toBe(grammarOf('{"type":"string","maxLength":2}'));
    expect(grammarOf('{"type":"integer","multipleOf":1.0}')).toBe(grammarOf('{"type":"integer","multipleOf":1}'));
  });

  it('belong to a valid schema, which accepts every value that the grammar writes', () => {
    const schema = schemaOf('{"type":"integer","exclusiveMinimum":1.0,"exclusiveMaximum":9223372036854775807}');
    expect(schemaFault(schema)).toBeUndefined();
    expect(new SchemaCheck(schema).fault('9223372036854775806')).toBeUndefined();
    expect(new SchemaCheck(schemaOf('{"enum":[1234567890123456789]}')).fault('1234567890123456789')).toBeUndefined();
  });

  it('cross to another process as text, and other messages as they are', () => {
    const message = { type: 'output', schema: schemaOf('{"enum":[1234567890123456789]}'), absent: undefined };
    const copy = unpackMessage(structuredClone(packMessage(message)));
    expect(JSON.stringify(copy)).toBe(JSON.stringify(message));
    const plain = { type: 'output', schema: { enum: [1] }, bytes: new Uint8Array(2) };
    expect(packMessage(plain)).toBe(plain);
  });
});
