// One test per rule: what it rejects, by which field, and what it accepts.
import type { JsonObject, TurnRequest } from '@org/engine';
import type { DecodePolicy } from '#src/dialect.js';
import { maxToolNameLength } from '#src/responses/rules/require-tool-names.js';
import { responsesDialect, responsesApi, countOnlyResponsesDialect } from '#src/responses.js';
import { target } from '../../upstream-target.js';
import { decodeOptions } from '../options.js';

function decode(body: JsonObject, policy: Partial<DecodePolicy> = {}): TurnRequest {
  return responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', ...body }), decodeOptions(policy));
}

/** The rejection of a request; undefined when it is accepted. */
function rejectionOf(body: JsonObject, policy: Partial<DecodePolicy> = {}): unknown {
  try {
    decode(body, policy);
    return undefined;
  } catch (error) {
    return error;
  }
}

function refusal(param: string, text: string): unknown {
  return expect.objectContaining({
    name: 'EngineError',
    param,
    message: expect.stringContaining(text) as string,
  }) as unknown;
}

const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c1', output: 'r' };
const tool = (name: string): JsonObject => ({ type: 'function', name });

describe('input', () => {
  it.each([[{}], [{ instructions: 'Be brief.' }]])('is required when there is nothing to continue: %j', (body) => {
    expect(rejectionOf(body)).toEqual(refusal('input', "Missing required parameter: 'input'."));
  });

  it.each([[{ input: [] }], [{ input: [], generate: false }]])(
    'counts as missing when it is an empty list, and the error reports it: %j',
    (body) => {
      expect(rejectionOf(body)).toEqual(refusal('input', "Invalid 'input': the list is empty."));
    },
  );

  it('has no item whose id no URL could carry', () => {
    const item = (id: string): JsonObject => ({
      input: [
        { role: 'user', content: 'q' },
        { type: 'message', id, role: 'user', content: 'q' },
      ],
    });
    expect(rejectionOf(item('msg_\ud800'))).toEqual(refusal('input.1.id', 'an unpaired surrogate'));
    expect(rejectionOf(item('x'.repeat(2049)))).toEqual(refusal('input.1.id', 'more than 2048 characters'));
    for (const id of ['.', '..']) expect(rejectionOf(item(id))).toEqual(refusal('input.1.id', 'a URL path'));
    expect(rejectionOf(item('msg_\ud83d\ude00'))).toBeUndefined();
  });

  it('must not have metadata, which would be lost', () => {
    const body = JSON.parse('{"input":"q","metadata":{"__proto__":"x"}}') as JsonObject;
    expect(rejectionOf(body)).toEqual(refusal('metadata', "'__proto__'"));
  });

  it.each([[{ input: '' }], [{ previous_response_id: 'resp_1' }], [{ conversation: 'conv_1' }]])(
    'may be absent or empty otherwise: %j',
    (body) => {
      expect(decode(body).input.length).toBeLessThan(2);
    },
  );

  it.each([[{}], [{ input: [], tools: [tool('f')] }], [{ instructions: 'Be brief.' }]])(
    'may be absent or empty when nothing is to be generated: %j',
    (body) => {
      const request = countOnlyResponsesDialect.parseRequest({ model: 'm', ...body });
      expect(countOnlyResponsesDialect.decodeRequest(request, decodeOptions()).input).toEqual([]);
    },
  );

  it('is also rejected when nothing is to be generated, if it breaks a rule', () => {
    const request = countOnlyResponsesDialect.parseRequest({ model: 'm', input: [output] });
    expect(() => countOnlyResponsesDialect.decodeRequest(request, decodeOptions())).toThrow('No tool call found');
  });
});

describe('a compaction that cannot be opened', () => {
  const { reasoningSigner } = decodeOptions();
  const good = { type: 'compaction', encrypted_content: reasoningSigner.encrypt('They spoke of lakes.', 'compaction') };
  const bad = (data: string): JsonObject => ({ type: 'compaction', encrypted_content: data });
  const changed = good.encrypted_content.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));

  it.each([
    ['foreign', 'gAAAAforeign'],
    ['changed', changed],
    ['empty', ''],
    ['signed as reasoning', reasoningSigner.encrypt('They spoke of lakes.')],
  ])('is rejected, because it replaces the earlier conversation: %s', (_, data) => {
    const body = { input: [{ role: 'user', content: 'q' }, bad(data), { role: 'user', content: 'r' }] };
    expect(rejectionOf(body)).toEqual(
      expect.objectContaining({
        code: 'invalid-request',
        param: 'input.1.encrypted_content',
        detail: 'invalid_encrypted_content',
      }),
    );
  });

  it('is rejected when nothing is to be generated, and when it was referenced', () => {
    const count = countOnlyResponsesDialect.parseRequest({ model: 'm', input: [bad('gAAAA')] });
    expect(() => countOnlyResponsesDialect.decodeRequest(count, decodeOptions())).toThrow(
      "cannot read the encrypted content of 'input.0.encrypted_content'",
    );
    const referring = responsesDialect.parseRequest({ model: 'm', input: [{ type: 'item_reference', id: 'cmp_1' }] });
    expect(() =>
      responsesDialect.decodeRequest(referring, decodeOptions({}, { cmp_1: { ...bad('gAAAA'), id: 'cmp_1' } })),
    ).toThrow("cannot read the encrypted content of 'input.0.encrypted_content'");
  });

  it('goes to an upstream of this dialect, which may have created it', () => {
    const request = responsesDialect.parseRequest({ model: 'm', input: [bad('gAAAA')] });
    expect(responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' }).input).toHaveLength(1);
  });

  it('does not affect one that can be decrypted', () => {
    expect(rejectionOf({ input: [good, { role: 'user', content: 'q' }] })).toBeUndefined();
  });
});

describe('history', () => {
  it('is a response or a conversation, never both', () => {
    expect(rejectionOf({ input: 'q', previous_response_id: 'resp_1', conversation: 'conv_1' })).toEqual(
      refusal('conversation', 'Mutually exclusive'),
    );
    expect(decode({ input: 'q', previous_response_id: null, conversation: 'conv_1' }).state.previousId).toBeUndefined();
  });
});

describe('background', () => {
  it('needs a store', () => {
    expect(rejectionOf({ input: 'q', background: true, store: false })).toEqual(refusal('background', "need 'store'"));
    expect(decode({ input: 'q', background: true }).state.store).toBe(true);
  });
});

describe('a prompt template', () => {
  it('is unsupported, because ignoring it would respond to another request', () => {
    expect(() => decode({ input: 'q', prompt: { id: 'pmpt_1' } })).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'prompt' }),
    );
    expect(decode({ input: 'q', prompt: null }).input).toHaveLength(1);
  });
});

describe('an unknown form of summary', () => {
  it('is an unsupported optional parameter', () => {
    expect(decode({ input: 'q', reasoning: { effort: 'low', summary: 'off' } }).warnings).toMatchObject([
      { kind: 'ignored', param: 'reasoning.summary' },
    ]);
    expect(
      decode({ input: 'q', reasoning: { effort: 'low', summary: 'detailed', generate_summary: 'auto' } }).warnings,
    ).toEqual([]);
  });
});

describe('a compaction trigger', () => {
  const body = { model: 'm', input: [{ role: 'user', content: 'q' }, { type: 'compaction_trigger' }] };

  it('requests a summary and no response, and nothing else that would be one', () => {
    expect(decode(body).onlySummary?.part('s', [])).toMatchObject({
      type: 'opaque',
      apiType: 'compaction',
      text: 's',
      replacesEarlier: true,
    });
    expect(decode({ ...body, context_management: [{ type: 'compaction' }] }).edits).toBeUndefined();
    expect(decode({ ...body, prompt_cache_options: { prewarm: true } }).onlySummary).toBeUndefined();
  });

  it('is rejected anywhere but at the end, where it would have no meaning', () => {
    expect(() => decode({ ...body, input: [...body.input, { role: 'user', content: 'q' }] })).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        param: 'input.1',
        message: expect.stringContaining('last item') as string,
      }),
    );
  });

  it('is rejected when nothing precedes it, unless it continues something', () => {
    const alone = { model: 'm', input: [{ type: 'compaction_trigger' }] };
    expect(() => decode(alone)).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        param: 'input',
        message: expect.stringContaining('no item precedes') as string,
      }),
    );
    expect(decode({ ...alone, previous_response_id: 'resp_1' }).onlySummary).toBeDefined();
  });

  it('is left to an upstream that speaks this dialect', () => {
    const { input } = responsesDialect.decodeRequest(responsesDialect.parseRequest(body), {
      ...decodeOptions(),
      native: 'responses',
    });
    expect(input[1]?.parts).toMatchObject([{ type: 'opaque', value: { type: 'compaction_trigger' } }]);
  });
});

describe('a user message without supported content', () => {
  const strange = { type: 'input_hologram', depth: 3 };
  const input = [
    { role: 'user', content: 'q' },
    { role: 'user', content: [strange] },
  ];

  it('is unsupported, because the model would respond as if the user had sent nothing', () => {
    const message =
      "Unsupported value: the service cannot send any part of 'input.1.content', such as 'input_hologram', to the model. Add a supported part.";
    expect(() => decode({ input })).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'input.1.content', message }),
    );
    expect(
      decode({ input: [{ role: 'user', content: [strange, { type: 'input_text', text: 'q' }] }] }).warnings,
    ).toMatchObject([{ kind: 'dropped', param: 'input.0.content.0' }]);
    expect(decode({ input: [{ role: 'user', content: [{ ...strange, text: 'q' }] }] }).warnings).toEqual([]);
  });

  it('is left to an upstream that speaks this dialect', () => {
    expect(
      responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', input }), {
        ...decodeOptions(),
        native: 'responses',
      }).input,
    ).toHaveLength(2);
  });
});

describe('an input without supported content', () => {
  const misspelt = { type: 'mesage', role: 'user', content: 'q' };
  const message =
    "Unsupported value: the service cannot send any item of 'input', such as 'mesage', to the model. Add a supported item.";

  it.each([[[misspelt]], [[misspelt, { type: 'dream', depth: 3 }]]])(
    'is unsupported, because the model would respond to an empty request: %j',
    (input) => {
      expect(() => decode({ input })).toThrow(
        expect.objectContaining({ code: 'unsupported', param: 'input', message }),
      );
      expect(() => decode({ input, instructions: 'Be brief.' })).toThrow(expect.objectContaining({ message }));
    },
  );

  it('has no shown content and continues nothing', () => {
    expect(decode({ input: [misspelt, { role: 'user', content: 'q' }] }).warnings).toMatchObject([
      { kind: 'dropped', param: 'input.0' },
    ]);
    expect(decode({ input: [misspelt], previous_response_id: 'resp_1' }).warnings).toMatchObject([
      { kind: 'dropped', param: 'input.0' },
    ]);
    expect(decode({ input: [misspelt], conversation: 'conv_1' }).warnings).toMatchObject([
      { kind: 'dropped', param: 'input.0' },
    ]);
    expect(decode({ input: [], previous_response_id: 'resp_1' }).warnings).toEqual([]);
  });

  it('is left to an upstream that speaks this dialect, and to requests without a response', () => {
    const request = responsesDialect.parseRequest({ model: 'm', input: [misspelt] });
    expect(responsesDialect.decodeRequest(request, { ...decodeOptions(), native: 'responses' }).input).toHaveLength(1);
    expect(decode({ input: [misspelt], prompt_cache_options: { prewarm: true } }).onlyReads).toBe(true);
    expect(countOnlyResponsesDialect.decodeRequest(request, decodeOptions()).input).toHaveLength(1);
  });
});

describe('tools', () => {
  it('are limited in number, counting those of namespaces individually', () => {
    const tools = [tool('a'), { type: 'namespace', name: 'n', tools: [tool('a'), tool('b')] }];
    expect(rejectionOf({ input: 'q', tools }, { maxTools: 2 })).toEqual(
      refusal('tools', 'maximum length 2, but got an array with length 3'),
    );
    expect(decode({ input: 'q', tools }, { maxTools: 3 }).generation.tools).toHaveLength(3);
  });

  it.each([
    [[tool('a b')], 'tools.0.name', 'does not match pattern'],
    [[tool('a'), { type: 'custom', name: 'é' }], 'tools.1.name', 'does not match pattern'],
    [[{ type: 'namespace', name: 'n', tools: [tool('x.y')] }], 'tools.0.tools.0.name', 'does not match pattern'],
    [[tool('a'.repeat(maxToolNameLength + 1))], 'tools.0.name', 'string too long'],
    [[tool('a'), { type: 'custom', name: 'a' }], 'tools.1.name', 'unique'],
  ])('have names that follow the pattern and are unique: %#', (tools, param, text) => {
    expect(rejectionOf({ input: 'q', tools })).toEqual(refusal(param, text));
  });

  it('of a namespace may be of kinds not known yet, a namespace among them, and then go unread', () => {
    const tools = [{ type: 'namespace', name: 'n', tools: [{ type: 'namespace', name: 7 }, tool('a')] }];
    const { generation, warnings } = decode({ input: 'q', tools });
    expect(generation.tools.map(({ kind }) => kind)).toEqual(['hosted', 'function']);
    expect(warnings).toMatchObject([{ kind: 'dropped', param: 'tools.0' }]);
  });

  it('may have the same name in different namespaces', () => {
    expect(
      decode({ input: 'q', tools: [tool('a'), { type: 'namespace', name: 'n', tools: [tool('a')] }] }).generation.tools,
    ).toHaveLength(2);
  });
});

describe('the kind of a text format', () => {
  const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
  const changes = [
    { role: 'user', content: 'q' },
    { type: 'configuration_update', text: { format: grammar } },
  ];

  it.each([
    [{ input: 'q', text: { format: grammar } }, 'text.format'],
    [{ input: 'q', text: { format: { type: 'yaml' } } }, 'text.format'],
    [{ input: changes }, 'input.1.text.format'],
  ])('is one that the service can enforce, because free text is not what the client requested: %j', (body, param) => {
    expect(() => decode(body)).toThrow(
      expect.objectContaining({ code: 'unsupported', param, message: expect.stringContaining(`'${param}'`) as string }),
    );
  });

  it.each([{ type: 'text' }, { type: 'json_object' }, { type: 'json_schema', name: 'a', schema: {} }])(
    'may be %j',
    (format) => {
      expect(decode({ input: 'q', text: { format } }).warnings).toEqual([]);
    },
  );

  it.each([[{ input: 'q', text: { format: grammar } }], [{ input: changes }]])(
    'is left to an upstream that speaks this dialect: %j',
    (body) => {
      const turn = responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', ...body }), {
        ...decodeOptions(),
        native: 'responses',
      });
      expect(JSON.stringify(responsesApi.encode(turn.generation, target).body)).toContain(JSON.stringify(grammar));
    },
  );
});

describe('the name of a text format', () => {
  it('follows the pattern', () => {
    const format = (name: string): JsonObject => ({
      input: 'q',
      text: { format: { type: 'json_schema', name, schema: {} } },
    });
    expect(rejectionOf(format('a b'))).toEqual(refusal('text.format.name', 'does not match pattern'));
    expect(decode(format('a-b_1')).generation.outputFormat).toMatchObject({ name: 'a-b_1' });
  });

  it('follows it in the input, too', () => {
    const input = [
      { role: 'user', content: 'q' },
      { type: 'configuration_update', text: { format: { type: 'json_schema', name: 'a b', schema: {} } } },
    ];
    expect(rejectionOf({ input })).toEqual(refusal('input.1.text.format.name', 'does not match pattern'));
  });
});

describe('fields beyond the types', () => {
  it('are ignored with a warning', () => {
    const { warnings } = decode({
      input: 'q',
      brand_new: 1,
      moderation: { model: 'm' },
      service_tier: 'flex',
      text: { verbosity: 'low' },
    });
    expect(warnings.map(({ kind, param }) => `${kind} ${param}`)).toEqual([
      'ignored brand_new',
      'ignored moderation',
      'ignored service_tier',
      'ignored text.verbosity',
    ]);
  });

  it('that real clients always send are ignored in silence', () => {
    expect(decode({ input: 'q', client_metadata: {}, type: 'response.create', service_tier: 'auto' }).warnings).toEqual(
      [],
    );
  });

  it('are ignored with a warning when they ask for what only a connection can do', () => {
    expect(decode({ input: 'q', generate: false }).warnings).toMatchObject([{ kind: 'ignored', param: 'generate' }]);
  });

  it('are rejected when the installation is strict', () => {
    expect(rejectionOf({ input: 'q', brand_new: 1 }, { strict: true })).toEqual(
      refusal('brand_new', "Unknown parameter: 'brand_new'."),
    );
    expect(decode({ input: 'q', moderation: null }, { strict: true }).input).toHaveLength(1);
  });
});

describe('items', () => {
  it('have unique ids', () => {
    const message = { type: 'message', id: 'msg_1', role: 'user', content: 'q' };
    expect(rejectionOf({ input: [message, message] })).toEqual(refusal('input', 'Duplicate item found with id msg_1'));
    expect(rejectionOf({ input: [message, message].map((item) => ({ ...item, id: '' })) })).toBeUndefined();
  });

  it('have unique call ids', () => {
    expect(rejectionOf({ input: [call, output, call, output] })).toEqual(
      refusal('input.2.call_id', 'Duplicate tool call'),
    );
  });

  it.each([
    [{ ...call, call_id: '' }],
    [{ ...output, call_id: '' }],
    [{ type: 'custom_tool_call', call_id: '', name: 'f', input: '' }],
  ])('have call ids that are not empty: %j', (item) => {
    expect(rejectionOf({ input: [item] })).toEqual(refusal('input.0.call_id', 'empty string'));
  });

  it('that are images or files contain the location of their bytes', () => {
    expect(rejectionOf({ input: [{ role: 'user', content: [{ type: 'input_image' }] }] })).toEqual(
      refusal('input.0.content.0', "'image_url' or 'file_id'"),
    );
    expect(rejectionOf({ input: [{ role: 'user', content: [{ type: 'input_file' }] }] })).toEqual(
      refusal('input.0.content.0', "'file_data', 'file_url' or 'file_id'"),
    );
  });
});

describe('calls and outputs', () => {
  it('match each other within a complete history', () => {
    expect(rejectionOf({ input: [output] })).toEqual(
      refusal('input', 'No tool call found for function call output with call_id c1.'),
    );
    expect(rejectionOf({ input: [output, call] })).toEqual(refusal('input', 'No tool call found'));
    expect(rejectionOf({ input: [call] })).toEqual(refusal('input', 'No tool output found for function call c1.'));
    expect(decode({ input: [{ ...call, status: 'incomplete' }] }).input).toHaveLength(1);
    expect(rejectionOf({ input: [{ type: 'custom_tool_call', call_id: 'c1', name: 'f', input: '' }] })).toEqual(
      refusal('input', 'custom tool call c1'),
    );
    expect(decode({ input: [call, output] }).input).toHaveLength(2);
  });

  it.each([
    [{ previous_response_id: 'resp_1', input: [output] }],
    [{ conversation: 'conv_1', input: [output] }],
    [
      {
        input: [
          {
            type: 'compaction',
            encrypted_content: decodeOptions().reasoningSigner.encrypt('They spoke of lakes.', 'compaction'),
          },
          output,
        ],
      },
    ],
    [{ input: [{ ...call, async: true }] }],
    [{ input: [{ ...output, caller: { type: 'program', caller_id: 'p' } }] }],
  ])('may be apart where the history is elsewhere: %j', (body) => {
    expect(decode(body).input.length).toBeGreaterThan(0);
  });
});
