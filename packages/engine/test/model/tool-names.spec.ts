import { ToolNames } from '#src/model/tool-names.js';
import { functionTool } from '#src/testing/builders.js';

describe('The name of a tool in an API without groups', () => {
  it('is its own name in a group of that name, too, unless such a group is offered', () => {
    const alone = functionTool('read');
    expect(new ToolNames([alone]).toApiName('read', 'read')).toBe('read');
    expect(new ToolNames([alone, { ...alone, namespace: 'read' }]).toApiName('read', 'read')).toBe('read__read');
    expect(new ToolNames([alone]).toApiName('write', 'write')).toBe('write__write');
    expect(new ToolNames([alone]).toApiName('read', 'files')).toBe('files__read');
  });

  it('starts with a letter or an underscore', () => {
    const names = new ToolNames([functionTool('2fa'), functionTool('-v'), functionTool('_2fa')]);
    expect(['2fa', '-v', '_2fa'].map((name) => names.toApiName(name))).toEqual(['_2fa', '_-v', '_2fa_2']);
    expect(['_2fa', '_-v', '_2fa_2'].map((name) => names.fromApiName(name).name)).toEqual(['2fa', '-v', '_2fa']);
  });
});
