// A body of `/v1/responses/input_tokens` as the request whose input is counted.
import type { JsonObject } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import { parseCountRequest } from '#src/responses/decode/count-request.js';
import { countOnlyResponsesDialect } from '#src/responses.js';
import { decodeOptions } from './options.js';

const tools = [{ type: 'function', name: 'f', parameters: { type: 'object' } }];
const count = (body: unknown) =>
  countOnlyResponsesDialect.decodeRequest(
    countOnlyResponsesDialect.parseRequest(parseCountRequest(body)),
    decodeOptions(),
  );

describe('a request that is counted', () => {
  it('may have no input', () => {
    const { generation } = count({ model: 'm', instructions: 'Be brief.', tools });
    expect(generation.messages).toMatchObject([{ role: 'system', parts: [{ text: 'Be brief.' }] }]);
    expect(generation.tools).toMatchObject([{ name: 'f' }]);
  });

  it('may have null for every field but the model', () => {
    const nulls = [
      'input',
      'instructions',
      'conversation',
      'previous_response_id',
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'reasoning',
      'text',
      'truncation',
    ];
    expect(parseCountRequest({ model: 'm', ...Object.fromEntries(nulls.map((name) => [name, null])) })).toEqual({
      model: 'm',
    });
  });

  it.each(['friendly', 'a pirate'])('may have a personality, which changes nothing: %s', (personality) => {
    expect(count({ model: 'm', input: 'q', personality })).toEqual(count({ model: 'm', input: 'q' }));
  });

  it.each([{}, { model: null }])('names a model, because each counts in its own way: %j', (body) => {
    expect(() => parseCountRequest({ ...body, input: 'q' })).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        param: 'model',
        message: expect.stringContaining("Missing required parameter: 'model'") as string,
      }),
    );
  });

  it('has fields of the right kinds', () => {
    expect(() => parseCountRequest({ model: 'm', input: 7 })).toThrow(
      expect.objectContaining({ code: 'invalid-request', param: 'input' }),
    );
    expect(() => parseCountRequest({ model: 'm', personality: 7 })).toThrow(
      expect.objectContaining({ param: 'personality' }),
    );
  });

  it('follows the rules of a generation request, including unknown fields', () => {
    expect(() => count({ model: 'm', input: 'q', temperature: 9 })).toThrow(
      expect.objectContaining({ param: 'temperature' }),
    );
    const strict = decodeOptions({ strict: true });
    for (const stranger of [1, null]) {
      const request = countOnlyResponsesDialect.parseRequest(parseCountRequest({ model: 'm', brand_new: stranger }));
      expect(() => countOnlyResponsesDialect.decodeRequest(request, strict)).toThrow("Unknown parameter: 'brand_new'.");
    }
  });

  it('equals the generation request with the same body', () => {
    for (const { request } of loadFixtures('responses').filter(({ name }) => !name.startsWith('error-'))) {
      const body = JSON.parse(JSON.stringify(request)) as JsonObject;
      const withoutNulls = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
      expect(parseCountRequest(body)).toMatchObject(withoutNulls);
    }
  });
});
