import { isAmong, type HostedTool, type ToolChoice, type ToolDefinition, type ToolName } from '#src/model/tool.js';
import { buildRequest, functionTool, message } from '#src/testing/builders.js';
import { resolveToolChoice, type ResolvedRequest } from '#src/turn/resolve-tool-choice.js';

const search: HostedTool = {
  kind: 'hosted',
  dialect: 'messages',
  apiType: 'web_search_20250305',
  name: 'web_search',
  value: {},
};
const resolve = (toolChoice: ToolChoice, ...tools: readonly ToolDefinition[]): ResolvedRequest =>
  resolveToolChoice(buildRequest([message('user', 'Hi')], { tools, toolChoice }), 'messages', {});

describe('a choice of tools', () => {
  it.each<ToolChoice>([
    { type: 'auto' },
    { type: 'none' },
    { type: 'required' },
    { type: 'tool', name: 'f' },
    { type: 'allowed', mode: 'required', tools: [{ name: 'f' }] },
  ])('is unchanged when it is supported: %j', (choice) => {
    const request = buildRequest([message('user', 'Hi')], { tools: [functionTool('f'), search], toolChoice: choice });
    const resolved = resolveToolChoice(request, 'messages', {});
    expect(resolved.request).toBe(request);
    expect(resolved.warnings).toEqual([]);
  });

  it.each<[string, ToolChoice, readonly ToolDefinition[]]>([
    ['names a tool that is not offered', { type: 'tool', name: 'web_search' }, [functionTool('f'), search]],
    ['asks for any of those alone', { type: 'required' }, [search]],
  ])('is left to the model, with a warning, when it %s', (_, choice, tools) => {
    const { request, warnings } = resolve(choice, ...tools);
    expect(request.toolChoice).toEqual({ type: 'auto' });
    expect(warnings).toEqual([
      { kind: 'ignored', param: 'tool_choice', message: expect.stringContaining('was not offered') },
    ]);
  });

  it.each<[ToolChoice, string]>([
    [{ type: 'tool', name: 'g' }, '"g"'],
    [{ type: 'allowed', mode: 'auto', tools: [{ name: 'f' }, { name: 'g' }] }, '"g"'],
  ])('is rejected for an undeclared tool: %j', (choice, named) => {
    expect(() => resolve(choice, functionTool('f'))).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        param: 'tool_choice',
        message: expect.stringContaining(named),
      }),
    );
  });

  const grouped: ToolDefinition = { ...functionTool('read'), namespace: 'fs' };

  it('that names a tool of a group by its name alone is settled on that tool of that group', () => {
    expect(resolve({ type: 'tool', name: 'read' }, functionTool('f'), grouped).request.toolChoice).toEqual({
      type: 'tool',
      name: 'read',
      namespace: 'fs',
    });
    expect(resolve({ type: 'tool', name: 'read', namespace: 'fs' }, grouped).request.toolChoice).toEqual({
      type: 'tool',
      name: 'read',
      namespace: 'fs',
    });
    expect(
      resolve({ type: 'allowed', mode: 'required', tools: [{ name: 'read' }] }, grouped).request.toolChoice,
    ).toEqual({ type: 'allowed', mode: 'required', tools: [{ name: 'read' }] });
  });

  it('allows the tools of one group only where it names the group', () => {
    const web: ToolDefinition = { ...functionTool('read'), namespace: 'web' };
    expect(
      [{ name: 'read' }, { name: 'read', namespace: 'fs' }, { name: 'read', namespace: 'none' }].map(
        (one) => [grouped, web].filter((tool) => isAmong([one], tool as ToolName)).length,
      ),
    ).toEqual([2, 1, 0]);
    expect(() =>
      resolve({ type: 'allowed', mode: 'auto', tools: [{ name: 'read', namespace: 'none' }] }, grouped, web),
    ).toThrow(expect.objectContaining({ code: 'invalid-request', param: 'tool_choice' }));
  });

  it('means the tool outside of all groups where there are several of a name', () => {
    expect(resolve({ type: 'tool', name: 'read' }, grouped, functionTool('read')).request.toolChoice).toEqual({
      type: 'tool',
      name: 'read',
    });
  });

  it('is rejected when it names a group without such a tool', () => {
    expect(() => resolve({ type: 'tool', name: 'read', namespace: 'web' }, grouped)).toThrow(
      expect.objectContaining({ code: 'invalid-request', param: 'tool_choice' }),
    );
  });

  it('is rejected when it requires a call and there are no tools', () => {
    expect(() => resolve({ type: 'required' })).toThrow(
      expect.objectContaining({ code: 'invalid-request', param: 'tool_choice' }),
    );
  });

  it('is left to an upstream of the API it came by', () => {
    const request = buildRequest([message('user', 'Hi')], { tools: [], toolChoice: { type: 'tool', name: 'g' } });
    expect(resolveToolChoice(request, 'messages', { native: { dialect: 'messages', signer: 'far' } })).toEqual({
      request,
      warnings: [],
    });
  });
});
