// A choice is among tools: an upstream is not told one where it is told no tools.
import { messagesDialect } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';
import { body, decodeOptions } from '../messages/requests.js';
import { target } from '../upstream-target.js';

describe('a messages request whose only tool its own service runs, to a responses upstream', () => {
  it.each(['none', 'auto'])('says nothing of the choice: %s', (type) => {
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
