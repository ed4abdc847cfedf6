import { EngineError } from '#src/errors/engine-error.js';
import type { RequestPaths } from '#src/model/request-paths.js';
import type { OutputFormat } from '#src/model/generation-request.js';
import type { Part } from '#src/model/part.js';
import type { Warning } from '#src/model/warning.js';
import { functionTool } from '#src/testing/builders.js';
import { errorWithRequestPaths, warningsWithRequestPaths, type Asked } from '#src/turn/with-request-paths.js';

const part: Part = { type: 'text', text: 'a' };
const earlier: Part = { type: 'text', text: 'b' };
const tool = functionTool('f');
const requestPaths: RequestPaths = {
  part: (one) => (one === part ? 'input.2.content.0' : undefined),
  tool: (one, member) =>
    one === tool ? `tools.1.tools.0.${member === 'inputSchema' ? 'parameters' : member}` : undefined,
  field: (name) => ({ messages: 'input', outputFormat: 'text.format' })[name] ?? name,
  forwarded: ({ status, dialect, message = '' }) => ({ status, dialect, message }),
};
const outputFormat: OutputFormat = { type: 'json-schema', schema: {} };
const asked: Asked = {
  generation: { outputFormat },
  step: { tools: [functionTool('brought'), tool], outputFormat },
  requestPaths,
};

describe('an error of a language model', () => {
  const located = (
    message: string,
    where: { readonly param?: string; readonly part?: Part },
    of: Partial<Asked> = {},
  ): object => {
    const { param, message: text } = errorWithRequestPaths(new EngineError('unsupported', message, where), {
      ...asked,
      ...of,
    });
    return { param, text };
  };

  it("changes the paths of an upstream's own error, too", () => {
    const forwarded = { status: 400, dialect: 'responses', message: 'No.', param: 'input.9' } as const;
    const error = errorWithRequestPaths(new EngineError('invalid-request', 'No.', { forwarded }), asked);
    expect(error.forwarded).toEqual({ status: 400, dialect: 'responses', message: 'No.' });
  });

  it('names a part by its path in the request', () =>
    expect(located('No pictures.', { part })).toEqual({
      param: 'input.2.content.0',
      text: 'input.2.content.0: No pictures.',
    }));

  it('names no path for a part of an earlier turn', () =>
    expect(located('No pictures.', { part: earlier })).toEqual({ param: undefined, text: 'No pictures.' }));

  it('names a member of a tool by the path of the tool', () =>
    expect(located('tools.1.inputSchema.not: no.', { param: 'tools.1.inputSchema.not' })).toEqual({
      param: 'tools.1.tools.0.parameters.not',
      text: 'tools.1.tools.0.parameters.not: no.',
    }));

  it('names a tool from an item or an earlier turn by its name', () =>
    expect(located('tools.0.format.definition: no.', { param: 'tools.0.format.definition' })).toEqual({
      param: undefined,
      text: "The tool 'brought': no.",
    }));

  it('names the response schema as the API does', () =>
    expect(located('outputFormat.schema.not: no.', { param: 'outputFormat.schema.not' })).toEqual({
      param: 'text.format.schema.not',
      text: 'text.format.schema.not: no.',
    }));

  it('names no path for a schema that the conversation has set since', () =>
    expect(
      located(
        'outputFormat.schema.not: no.',
        { param: 'outputFormat.schema.not' },
        { step: { tools: [], outputFormat: { ...outputFormat } } },
      ),
    ).toEqual({ param: undefined, text: 'The output format: no.' }));

  it('names other fields as the API does, and retains existing API paths', () => {
    expect(located('Too long.', { param: 'messages' })).toEqual({ param: 'input', text: 'Too long.' });
    const error = new EngineError('not-found', 'None.', { param: 'conversation', retryable: false });
    expect(errorWithRequestPaths(error, asked)).toBe(error);
  });

  it('retains all other properties', () => {
    const options = { retryAfter: 3, retryable: false, detail: 'finer', cause: new Error('why') };
    expect(errorWithRequestPaths(new EngineError('unsupported', 'No.', { part, ...options }), asked)).toMatchObject({
      code: 'unsupported',
      ...options,
    });
  });

  it('is unchanged where no request paths are known', () => {
    const error = new EngineError('unsupported', 'No.', { part });
    expect(errorWithRequestPaths(error, { ...asked, requestPaths: undefined })).toBe(error);
  });
});

describe('the warnings of a language model', () => {
  const lost = (more: Partial<Warning>): Warning => ({ kind: 'dropped', param: 'messages', message: 'Lost.', ...more });

  it('name parts and fields as the API does, and contain no part any more', () =>
    expect(
      warningsWithRequestPaths(
        [lost({ part }), lost({ part: earlier, message: 'Lost, too.' }), lost({ param: 'top_k' })],
        [],
        requestPaths,
      ),
    ).toEqual([
      lost({ param: 'input.2.content.0' }),
      lost({ param: 'input', message: 'Lost, too.' }),
      lost({ param: 'top_k' }),
    ]));

  it('follow earlier warnings, and do not repeat them', () => {
    const text = [lost({ param: 'input.2.content.0' })];
    expect(warningsWithRequestPaths([lost({ part }), lost({})], text, requestPaths)).toEqual([
      ...text,
      lost({ param: 'input' }),
    ]);
    expect(warningsWithRequestPaths([], text, requestPaths)).toBe(text);
  });
});
