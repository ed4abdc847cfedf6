// A warning about content that an upstream of another dialect cannot receive names the request path as the client
// wrote it.
import { prepareStep, type UpstreamApi, type Warning, warningsWithRequestPaths } from '@org/engine';
import type { Dialect } from '#src/dialect.js';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { decodeOptions } from '../messages/requests.js';
import { target } from '../upstream-target.js';

/** All warnings: those of reading the request, and those of converting it for the upstream. */
function warnings<Request>(
  dialect: Pick<Dialect<Request, object, { type: string }>, 'parseRequest' | 'decodeRequest' | 'requestPaths'>,
  api: UpstreamApi,
  body: object,
): readonly string[] {
  const request = dialect.parseRequest(body);
  const turn = dialect.decodeRequest(request, decodeOptions({ native: api.dialect }));
  const step = prepareStep(turn, turn.generation.messages, {
    native: { dialect: api.dialect, signer: 'far' },
  }).request;
  const reported: readonly Warning[] = api.encode(step, target).warnings;
  return warningsWithRequestPaths(reported, turn.warnings, dialect.requestPaths(request, turn)).map(
    ({ param, message }) => `${param}: ${message}`,
  );
}

const lostFile = 'The service cannot send the model a file that another service stores.';

describe('a part that an upstream of another dialect does not receive', () => {
  it('is reported once, by its path in the input', () => {
    const file = { type: 'input_file', file_id: 'file_1' };
    const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
    const strange = { type: 'input_hologram', depth: 3 };
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: 'Hi' }, file] },
      call,
      { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'Here:' }, file] },
      { role: 'user', content: [strange, { type: 'input_text', text: 'And?' }] },
    ];
    expect(warnings(responsesDialect, messagesApi, { model: 'm', instructions: 'Be brief.', input })).toEqual([
      "input.3.content.0: The service does not send 'input_hologram' to the model.",
      `input.0.content.1: ${lostFile}`,
      `input.2.output.1: ${lostFile}`,
    ]);
  });

  it('is reported once, by its path in the messages', () => {
    const file = { type: 'document', source: { type: 'file', file_id: 'file_1' } };
    const text = { type: 'text', text: 'Look.' };
    const messages = [
      { role: 'user', content: [text, file] },
      {
        role: 'assistant',
        content: [
          text,
          { type: 'server_tool_use', id: 's', name: 'advisor', input: {} },
          { type: 'tool_use', id: 'a', name: 'f', input: {} },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: [text, file] }, text, file],
      },
    ];
    expect(
      warnings(messagesDialect, responsesApi, { model: 'm', max_tokens: 100, system: 'Be brief.', messages }),
    ).toEqual([
      "messages.1.content.1: The service does not send 'server_tool_use' to the model.",
      `messages.0.content.1: ${lostFile}`,
      `messages.2.content.0.content.1: ${lostFile}`,
      `messages.2.content.2: ${lostFile}`,
    ]);
  });
});
