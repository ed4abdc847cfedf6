// The digits of numbers in call inputs: 64-bit ids exceed the precision of a JavaScript number.
import { stream, clientViewOfStream, clientViewOfDocument } from './client-view.js';

const input = '{"id":12345678901234567890,"ids":[-9007199254740993],"near":0.5}';
const kinds = ['tool_use', 'server_tool_use', 'mcp_tool_use'];
const head = (type: string): string => `"type":"${type}","id":"a","name":"web_search","server_name":"s"`;
const opening = stream([]).slice(0, 1);
const ending = stream([], { stop_reason: 'tool_use' }).slice(1);
const closing = { type: 'content_block_stop', index: 0 };

describe('numbers of which a double loses digits reach the client unchanged', () => {
  it.each(kinds)('in the input of a %s that its start carries', (type) => {
    const start = `{"type":"content_block_start","index":0,"content_block":{${head(type)},"input":${input}}}`;
    const { streamed, nonStreamed } = clientViewOfStream([...opening, start, closing, ...ending]);
    expect(nonStreamed).toContain(`"input":${input}`);
    // Clients read it from the start alone, or from deltas alone.
    expect(streamed).toContain(
      type === 'mcp_tool_use' ? `"input":${input}` : `"partial_json":${JSON.stringify(input)}`,
    );
  });

  it.each(kinds)('in the input of a %s that arrives in deltas', (type) => {
    const deltas = [input.slice(0, 13), input.slice(13)].map((json) => ({
      type: 'input_json_delta',
      partial_json: json,
    }));
    const { nonStreamed } = clientViewOfStream(
      stream([[{ type, id: 'a', name: 'web_search', server_name: 's', input: {} }, ...deltas]]),
    );
    expect(nonStreamed).toContain(`"input":${input}`);
  });

  it.each(kinds)('in the input of a %s of a non-streaming message', (type) => {
    const blocks = `{"type":"text","text":"12345678901234567890"},{${head(type)},"input":${input}}`;
    const { nonStreamed } = clientViewOfDocument(
      `{"type":"message","model":"m","role":"assistant","content":[${blocks}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":2}}`,
    );
    expect(nonStreamed).toContain(`"input":${input}`);
  });
});
