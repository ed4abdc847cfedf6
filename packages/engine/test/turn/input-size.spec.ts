import type { CustomTool } from '#src/model/tool.js';
import { buildRequest, functionTool } from '#src/testing/builders.js';
import { estimateInput } from '#src/turn/context-edits/input-size.js';

describe('An estimate of the input', () => {
  const tool = {
    ...functionTool('look', {
      where: { type: ['string', 'null'], enum: ['here', 'there', null], minLength: 12, description: 'Where to look.' },
    }),
    description: 'Looks.',
  };
  const estimate = estimateInput(buildRequest('x'.repeat(4000)));

  it('is one token for four letters of text', () => {
    expect(estimate).toBe(1001);
    expect(estimateInput(buildRequest('x'.repeat(8000))) - estimate).toBe(1000);
  });

  it('counts a tool by its name, its description and about the text of its schema', () => {
    const read = tool.name.length + tool.description.length + JSON.stringify(tool.inputSchema).length;
    const counted =
      (estimateInput(buildRequest('', { tools: Array.from({ length: 100 }, () => tool) })) -
        estimateInput(buildRequest(''))) /
      100;
    expect(Math.abs(counted - read / 4)).toBeLessThan(4);
  });

  it('counts a grammar by its length', () => {
    const sizeOf = (format: CustomTool['format']): number =>
      estimateInput(buildRequest('', { tools: [{ kind: 'custom', name: 'say', format }] }));
    expect(sizeOf({ type: 'grammar', syntax: 'lark', definition: 'x'.repeat(400) }) - sizeOf({ type: 'text' })).toBe(
      100,
    );
  });

  it('is reduced by the savings of edits, and never negative', () => {
    const request = buildRequest('x'.repeat(4000));
    expect(
      estimateInput(request, [
        { kind: 'clear-reasoning', turns: 1, inputTokens: 300 },
        { kind: 'clear-tool-results', toolCalls: 2, inputTokens: 200 },
      ]),
    ).toBe(estimate - 500);
    expect(estimateInput(request, [{ kind: 'clear-reasoning', turns: 1, inputTokens: 3000 }])).toBe(0);
  });
});
