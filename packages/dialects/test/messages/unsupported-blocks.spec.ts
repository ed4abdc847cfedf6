// Blocks that a model of another dialect cannot receive: the service sends their text and warns of what is lost.
import { assistant, decode, errorOf, text, toolUse, user } from './requests.js';

const upload = { type: 'container_upload', file_id: 'file_1' };
const strange = { type: 'image', source: { type: 'hologram', data: 'AAAA' } };
const serverUse = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: { question: 'So?' } };
const ran = (kind: string, content: object): object => ({
  type: `${kind}_tool_result`,
  tool_use_id: 'srvtoolu_1',
  content,
});
const bash = (fields: object): object =>
  ran('bash_code_execution', {
    type: 'bash_code_execution_result',
    stdout: '',
    stderr: '',
    return_code: 0,
    content: [],
    ...fields,
  });

const thinkingBlock = { type: 'thinking', thinking: 'Hm.', signature: 'x' };
const blank = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '' } };

const warned = (messages: readonly object[], native?: 'messages' | 'responses'): unknown =>
  decode({ messages }, native === undefined ? {} : { native }).warnings.map(
    ({ kind, param, message }) => `${kind} ${param}: ${message}`,
  );

describe('a block without text', () => {
  it('causes a warning with its path, in messages and in tool results', () => {
    const state = { type: 'browser_state', tabs: [] };
    const found = { type: 'tool_result', tool_use_id: 'a', content: [text('Here:'), state] };
    expect(
      warned([user([text('Look:'), upload, strange]), assistant([serverUse, toolUse('a')]), user([found])]),
    ).toEqual([
      "dropped messages.0.content.1: The service does not send 'container_upload' to the model.",
      "dropped messages.0.content.2: The service does not send 'image' to the model.",
      "dropped messages.1.content.0: The service does not send 'server_tool_use' to the model.",
      "dropped messages.2.content.0.content.1: The service does not send 'browser_state' to the model.",
    ]);
  });

  it('causes a warning with its path in a document, whose text is shown', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
    const document = { type: 'document', source: { type: 'content', content: [text('Figure 1:'), picture] } };
    expect(warned([user([document])])).toEqual([
      "dropped messages.0.content.0.source.content.1: The service does not send 'image' in a document to the model.",
    ]);
    expect(warned([user([document])], 'messages')).toEqual([]);
  });

  it('goes to an upstream of its own dialect without a warning', () => {
    expect(warned([user([upload])], 'messages')).toEqual([]);
    expect(warned([user([text('Look:'), upload])], 'responses')).toHaveLength(1);
  });

  it('is no loss when it changes the tools', () => {
    const join = {
      type: 'tool_addition',
      tool: { type: 'tool_definition', definition: { name: 'look', input_schema: { type: 'object' } } },
    };
    expect(warned([user('Hi'), { role: 'system', content: [join] }, user('So?')])).toEqual([]);
  });
});

describe('a user message without supported content', () => {
  it.each([
    [[upload], upload.type],
    [[strange, upload], strange.type],
    [[thinkingBlock], thinkingBlock.type],
    [[upload, { type: 'redacted_thinking', data: 'x' }], upload.type],
    [[blank], blank.type],
  ])('is rejected with its path and the type of its first block: %j', (content, type) =>
    expect(errorOf(() => decode({ messages: [user('Hi'), assistant('Yes?'), user(content)] }))).toMatchObject({
      code: 'unsupported',
      param: 'messages.2.content',
      message: `messages.2.content: the service cannot send any block of this message, such as '${type}', to the model; add a supported block`,
    }),
  );

  it('has no other block: a tool result counts as content, and so does an assistant message', () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: [upload] };
    expect(warned([user('Hi'), assistant([toolUse('a')]), user([result, upload])])).toHaveLength(2);
    expect(warned([user('Hi'), assistant([serverUse]), user('So?')])).toHaveLength(1);
    expect(warned([user('Hi'), assistant([thinkingBlock]), user('So?')])).toEqual([]);
    expect(warned([user([{ ...blank, title: 'notes.txt' }])])).toEqual([]);
  });
});

describe('what code wrote at the vendor', () => {
  const shown = (block: object): unknown =>
    decode({ messages: [user('Hi'), assistant([text('So:'), block]), user('And?')] }).input[1]?.parts[1];

  it.each([
    ['both streams', bash({ stdout: 'a.txt', stderr: 'warning', return_code: 1 }), 'a.txt\nwarning'],
    [
      'Python',
      ran('code_execution', { type: 'code_execution_result', stdout: '4', stderr: '', return_code: 0, content: [] }),
      '4',
    ],
    ['nothing', bash({ return_code: 3 }), 'The code wrote nothing and ended with 3.'],
    [
      'the file that an editor shows',
      ran('text_editor_code_execution', {
        type: 'text_editor_code_execution_view_result',
        content: 'one\ntwo',
        file_type: 'text',
      }),
      'one\ntwo',
    ],
    [
      'a change of an editor',
      ran('text_editor_code_execution', {
        type: 'text_editor_code_execution_str_replace_result',
        lines: ['-one', '+two'],
      }),
      '-one\n+two',
    ],
    ['advice', ran('advisor', { type: 'advisor_result', text: 'Test first.' }), 'Test first.'],
  ])('is shown as text: %s', (_, block, expected) =>
    expect(shown(block)).toMatchObject({ type: 'opaque', text: expected }),
  );

  it('has no warning when it is empty or failed: the model receives the call and its end', () => {
    const use = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: { command: 'ls' } };
    const failed = { type: 'bash_code_execution_tool_result_error', error_code: 'unavailable' };
    for (const end of [bash({}), ran('bash_code_execution', failed)])
      expect(warned([user('Hi'), assistant([use, end]), user('And?')])).toEqual([]);
  });

  it('causes a warning when only its provider can read it', () => {
    const encrypted = ran('code_execution', {
      type: 'encrypted_code_execution_result',
      encrypted_stdout: 'x',
      stderr: '',
      return_code: 0,
      content: [],
    });
    expect(shown(encrypted)).not.toHaveProperty('text');
    expect(warned([user('Hi'), assistant([text('So:'), encrypted]), user('And?')])).toEqual([
      "dropped messages.1.content.1: The service does not send 'code_execution_tool_result' to the model.",
    ]);
  });
});

describe('a form of another API', () => {
  const refusal = (fields: object, native?: 'messages'): unknown =>
    errorOf(() => decode(fields, native === undefined ? {} : { native }));

  it.each([
    [
      'image_url',
      { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
      'use a block of type "image" with a source',
    ],
    [
      'input_image',
      { type: 'input_image', image_url: 'https://a.example/b.png' },
      'use a block of type "image" with a source',
    ],
    ['input_text', { type: 'input_text', text: 'Hi' }, 'use a block of type "text"'],
    ['input_file', { type: 'input_file', file_id: 'file_1' }, 'use a block of type "document" with a source'],
    ['input_audio', { type: 'input_audio', input_audio: {} }, 'this API does not support audio input'],
  ])('is rejected with the name of the right form instead of being ignored: %s', (type, block, form) =>
    expect(refusal({ messages: [user([text('Look:'), block])] })).toMatchObject({
      code: 'invalid-request',
      param: 'messages.0.content.1.type',
      message: `messages.0.content.1.type: "${type}" belongs to another API; ${form}`,
    }),
  );

  it('is rejected in a tool result', () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'input_text', text: 'Hi' }] };
    expect(refusal({ messages: [user('Hi'), assistant([toolUse('a')]), user([result])] })).toMatchObject({
      param: 'messages.2.content.0.content.0.type',
    });
  });

  it.each([
    { type: 'function', function: { name: 'look', parameters: {} } },
    { type: 'function', name: 'look', parameters: {} },
  ])('is rejected among the tools: %j', (tool) =>
    expect(refusal({ tools: [{ name: 'a', input_schema: { type: 'object' } }, tool] })).toMatchObject({
      param: 'tools.1.type',
      message:
        'tools.1.type: "function" belongs to another API; use a tool with the fields name, description and input_schema',
    }),
  );

  it('is left to an upstream of this dialect', () =>
    expect(
      decode({ messages: [user([{ type: 'image_url' }])], tools: [{ type: 'function' }] }, { native: 'messages' })
        .warnings,
    ).toEqual([]));
});
