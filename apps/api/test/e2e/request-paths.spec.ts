// Errors about limits of the built-in model name fields by the request paths that the client sent.
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Refusal {
  readonly status: number;
  readonly param?: string | null;
  readonly message: string;
}

async function refused(path: string, body: object): Promise<Refusal> {
  const response = await service.post(path, { model: 'demo', ...body });
  const { error } = (await response.json()) as { readonly error: Omit<Refusal, 'status'> };
  return { status: response.status, ...error };
}

const postResponse = (body: object): Promise<Refusal> => refused('/v1/responses', { store: false, ...body });
const message = (body: object): Promise<Refusal> =>
  refused('/v1/messages', { max_tokens: 20, messages: [{ role: 'user', content: 'Hi' }], ...body });
const unsaid = {
  type: 'object',
  properties: { a: { not: { type: 'string' } } },
  required: ['a'],
  additionalProperties: false,
};

describe('a picture for a model that reads text', () => {
  const inputImage = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };

  it('is rejected with its path in the input', async () => {
    const input = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: [inputImage] },
    ];
    const where = {
      status: 400,
      param: 'input.2.content.0',
      message: expect.stringMatching(/^input\.2\.content\.0: .* an image/) as string,
    };
    expect(await postResponse({ instructions: 'Be brief.', input })).toMatchObject(where);
    expect(await refused('/v1/responses/input_tokens', { instructions: 'Be brief.', input })).toMatchObject(where);
  });

  it('is rejected with its path in the messages', async () => {
    const asked = { system: 'Be brief.', messages: [{ role: 'user', content: [image] }] };
    expect(await message(asked)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^messages\.0\.content\.0: /) as string,
    });
    expect(await refused('/v1/messages/count_tokens', asked)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^messages\.0\.content\.0: /) as string,
    });
    const use = { type: 'tool_use', id: 'a', name: 'look', input: {} };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [use] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Seen.' }, { type: 'text', text: 'And?' }, image],
      },
    ];
    expect((await message({ messages, tools: [{ name: 'look', input_schema: { type: 'object' } }] })).message).toMatch(
      /^messages\.2\.content\.2: /,
    );
  });
});

describe('a schema that the model cannot enforce', () => {
  it('is named as in the API', async () => {
    expect(
      await postResponse({
        input: 'Hi',
        text: { format: { type: 'json_schema', name: 'n', strict: true, schema: unsaid } },
      }),
    ).toMatchObject({
      status: 400,
      param: expect.stringMatching(/^text\.format\.schema\./) as string,
      message: expect.stringMatching(/^text\.format\.schema\./) as string,
    });
    const format = { type: 'json_schema', schema: unsaid };
    expect((await message({ output_config: { format } })).message).toMatch(/^output_config\.format\.schema\./);
    expect((await message({ output_format: format })).message).toMatch(/^output_format\.schema\./);
  });

  it('of a tool is named by the tool, also in a namespace', async () => {
    const tool = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } };
    const custom = {
      type: 'custom',
      name: 'run',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: start "a"' },
    };
    expect(
      await postResponse({
        input: 'Hi',
        tools: [tool, { type: 'namespace', name: 'n', description: 'N.', tools: [custom] }],
        tool_choice: 'required',
      }),
    ).toMatchObject({ status: 400, param: 'tools.1.tools.0.format.definition' });
    const named = { name: 'f', strict: true, input_schema: unsaid };
    expect(
      (await message({ tools: [{ ...named, name: 'g', strict: false }, named], tool_choice: { type: 'any' } })).message,
    ).toMatch(/^tools\.1\.input_schema\./);
  });
});

describe('an input that is too long', () => {
  it('is the input', async () => {
    expect(await postResponse({ input: 'word '.repeat(20_000) })).toMatchObject({
      status: 400,
      param: 'input',
      message: expect.stringMatching(/^prompt is too long/) as string,
    });
  });
});

describe('a file of text', () => {
  it('is read', async () => {
    const file = {
      type: 'input_file',
      filename: 'a.txt',
      file_data: `data:text/plain;base64,${Buffer.from('Hello').toString('base64')}`,
    };
    const response = await service.post('/v1/responses', {
      model: 'demo',
      store: false,
      max_output_tokens: 16,
      input: [{ role: 'user', content: [file] }],
    });
    expect([response.status, response.headers.get('x-service-warning')]).toEqual([200, null]);
  });
});

describe('a user message without remaining content', () => {
  it('is rejected', async () => {
    const messages = [{ role: 'user', content: [{ type: 'container_upload', file_id: 'f' }] }];
    expect(await message({ messages })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^messages\.0\.content: /) as string,
    });
  });
});

describe('a tool of a namespace', () => {
  it('is called when it is chosen by its name alone', async () => {
    const read = {
      type: 'function',
      name: 'read',
      description: 'Reads a file.',
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    };
    const body = {
      model: 'demo',
      store: false,
      input: 'Read the file a.txt',
      tools: [{ type: 'namespace', name: 'fs', description: 'Files.', tools: [read] }],
      tool_choice: { type: 'function', name: 'read' },
    };
    const response = await service.post('/v1/responses', body);
    expect(await response.json()).toMatchObject({ output: [{ type: 'function_call', name: 'read', namespace: 'fs' }] });
  });
});
