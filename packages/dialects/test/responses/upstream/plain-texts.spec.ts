// Many servers of the responses API accept a content list only for user messages. Assistant messages and tool results
// that a client of the messages dialect sends as text alone are therefore sent to them as strings.
import type { JsonObject } from '@org/engine';
import { messagesDialect } from '#src/messages.js';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { assistant, body, decodeOptions, text, toolUse, user } from '../../messages/requests.js';
import { decodeOptions as defaultDecodeOptions } from '../options.js';
import { target } from '../../upstream-target.js';

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };

function sent(...messages: readonly object[]): readonly JsonObject[] {
  const request = messagesDialect.parseRequest(body({ system: 'Be brief.', messages }));
  const { generation } = messagesDialect.decodeRequest(request, decodeOptions({ native: 'responses' }));
  return responsesApi.encode(generation, target).body['input'] as readonly JsonObject[];
}

function outputOf(result: object): unknown {
  return sent(
    user('Look.'),
    assistant([toolUse('a')]),
    user([{ type: 'tool_result', tool_use_id: 'a', ...result }]),
  ).at(-1)?.['output'];
}

describe('an assistant message that a client of the messages dialect sends back', () => {
  it('is a text to a responses upstream', () => {
    expect(sent(user('Hi'), assistant([text('Yes?'), text('So?')]), user([text('Go on.')]))).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'message', role: 'assistant', content: 'Yes?' },
      { type: 'message', role: 'assistant', content: 'So?' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    ]);
  });
});

describe('the result of a tool', () => {
  it.each([
    ['one text', { content: 'seen' }, 'seen'],
    ['several', { content: [text('one'), text('two')] }, 'one\ntwo'],
    ['none', { content: [] }, ''],
    ['an error', { content: 'no such file', is_error: true }, 'Error: no such file'],
    ['an error without words', { is_error: true }, 'Error:'],
  ])('is a text to a responses upstream: %s', (_, result, output) => expect(outputOf(result)).toBe(output));

  it('is a list when there is a picture in it', () => {
    expect(outputOf({ content: [text('Here:'), picture] })).toEqual([
      { type: 'input_text', text: 'Here:' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'auto' },
    ]);
    expect(outputOf({ content: [picture], is_error: true })).toEqual([
      { type: 'input_text', text: 'Error:' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'auto' },
    ]);
  });
});

describe('input of a client of the responses dialect', () => {
  it('stays in the form that it chose', () => {
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'seen' }] },
    ];
    const { generation } = responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', input }), {
      ...defaultDecodeOptions(),
      native: 'responses',
    });
    expect(responsesApi.encode(generation, target).body['input']).toEqual(input);
  });
});
