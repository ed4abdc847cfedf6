import { body, decode, errorOf, policy } from './requests.js';

const look = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
const listen = { name: 'listen', input_schema: { type: 'object' } };
const adds = (definition: object): object => ({ type: 'tool_addition', tool: { type: 'tool_definition', definition } });
const restores = (name: string): object => ({ type: 'tool_addition', tool: { type: 'tool_reference', name } });
const removes = (name: string): object => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } });
const after = (...blocks: readonly object[]): object => ({
  messages: [...(body()['messages'] as object[]), { role: 'system', content: blocks }],
});

/** The changes that the parts of the last message carry. */
function changesIn(fields: object): readonly unknown[] {
  const parts = decode(fields).generation.messages.at(-1)?.parts ?? [];
  return parts.flatMap((part) => (part.type === 'opaque' ? (part.toolChanges ?? []) : []));
}

describe('blocks that change the tools', () => {
  it('bring a definition, take a tool away, and bring it back', () => {
    expect(changesIn(after(adds(look), removes('look'), restores('look')))).toEqual([
      { type: 'add', tool: { kind: 'function', name: 'look', description: 'Looks.', inputSchema: { type: 'object' } } },
      { type: 'remove', name: 'look' },
      { type: 'restore', name: 'look' },
    ]);
  });

  it('say the same in a summary of what they stood in', () => {
    const summary = { type: 'compaction', content: 'They talked.', tool_changes: [adds(look), removes('listen')] };
    expect(
      changesIn({
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [summary] },
        ],
      }),
    ).toMatchObject([{ type: 'add' }, { type: 'remove', name: 'listen' }]);
  });

  it('are kept as they are, also where they change nothing here', () => {
    const server = { type: 'tool_addition', tool: { type: 'mcp_toolset_reference', server_name: 's' } };
    const parts = decode(after(server, adds(look))).generation.messages.at(-1)?.parts;
    expect(parts).toMatchObject([
      { type: 'opaque', value: server },
      { type: 'opaque', value: adds(look) },
    ]);
    expect(changesIn(after(server))).toEqual([]);
  });

  it.each([
    { type: 'tool_addition' },
    { type: 'tool_addition', tool: { type: 'tool_definition' } },
    { type: 'tool_removal', tool: { type: 'tool_reference' } },
  ])('are refused when they say it badly: %j', (block) => {
    expect(errorOf(() => decode(after(block)))).toMatchObject({
      code: 'invalid-request',
      param: expect.stringMatching(/^messages\.1\.content\.0/),
    });
  });

  it('count among the tools that a request may bring', () => {
    const smallPolicy = { policy: { ...policy, maxTools: 2 } };
    expect(decode({ tools: [look], ...after(adds(listen), adds(listen)) }, smallPolicy).generation.tools).toHaveLength(
      1,
    );
    expect(
      errorOf(() => decode({ tools: [look], ...after(adds(listen), adds({ ...listen, name: 'smell' })) }, smallPolicy)),
    ).toMatchObject({
      param: 'messages',
      message: 'messages: the service supports at most 2 tools, but tools and messages together have 3',
    });
  });

  it('bring tools that only the vendor can run, which is told of or refused', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' };
    expect(decode(after(adds(look), adds(search))).warnings).toEqual([
      { kind: 'dropped', param: 'messages.1.content.1', message: expect.stringContaining('web_search_20250305') },
    ]);
    expect(errorOf(() => decode(after(adds(search)), { policy: { ...policy, hostedTools: 'reject' } }))).toMatchObject({
      code: 'unsupported',
      param: 'messages.1.content.0',
    });
  });

  it('bring tools that may be forced', () => {
    expect(decode({ ...after(adds(look)), tool_choice: { type: 'tool', name: 'look' } }).generation.toolChoice).toEqual(
      { type: 'tool', name: 'look' },
    );
    expect(decode({ ...after(adds(look)), tool_choice: { type: 'any' } }).generation.toolChoice).toEqual({
      type: 'required',
    });
    expect(errorOf(() => decode({ ...after(adds(look)), tool_choice: { type: 'tool', name: 'smell' } }))).toMatchObject(
      { param: 'tool_choice.name' },
    );
    expect(errorOf(() => decode({ ...after(removes('look')), tool_choice: { type: 'any' } }))).toMatchObject({
      param: 'tool_choice',
    });
  });
});
