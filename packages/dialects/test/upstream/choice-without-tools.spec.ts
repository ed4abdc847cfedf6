// A tool choice refers to tools, so an upstream that receives no tools receives no choice.
import { messagesDialect } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { body, decodeOptions } from '../messages/requests.js';
import { target } from '../upstream-target.js';

describe('a messages request to a responses upstream, whose only tool runs in its own service', () => {
  it.each(['none', 'auto'])('omits the tool choice: %s', (type) => {
    const request = messagesDialect.parseRequest(
      body({
        tools: [{ type: 'web_search_20250305', name: 'web_search' }],
        tool_choice: { type, ...(type === 'auto' && { disable_parallel_tool_use: true }) },
      }),
    );
    const sent = responsesApi.encode(
      messagesDialect.decodeRequest(request, decodeOptions({ native: 'responses' })).generation,
      target,
    ).body;
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^tool/)]));
    expect(sent).not.toHaveProperty('parallel_tool_calls');
  });
});
