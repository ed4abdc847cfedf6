// Property 1: encode(decode(x)) == x over the fixtures, up to the listed normalizations.
import { loadFixtures } from '@org/protocol/fixtures';
import { messagesDialect } from '#src/messages.js';
import { responseNormalizations, normalize, requestNormalizations } from './normalizations.js';
import { jsonOf } from '#src/shared/json-of.js';
import { decodeOptions, encodeContext, encodeTurn, errorOf } from './requests.js';
import { readMessage } from '../read-response.js';

const casesWithResponse = loadFixtures('messages').flatMap((example) => ('response' in example ? [example] : []));

describe.each(casesWithResponse)('the request of $name', ({ request, version }) => {
  const payload = messagesDialect.parseRequest(request);
  const items = new Map(messagesDialect.referencedItems(payload).map((id) => [id, {}]));
  // Only an upstream of this dialect returns a summary instead of a response.
  const options = decodeOptions({
    items,
    ...(version !== undefined && { version }),
    ...(payload.compaction != null && { native: 'messages' }),
  });

  it('survives the round trip through the neutral model', () => {
    const encoded = encodeTurn(messagesDialect.decodeRequest(payload, options));
    expect(normalize(jsonOf(encoded), requestNormalizations)).toEqual(
      normalize(jsonOf(payload), requestNormalizations),
    );
  });

  it('decodes to the same turn again', () => {
    const turn = messagesDialect.decodeRequest(payload, options);
    expect(messagesDialect.decodeRequest(encodeTurn(turn), options)).toEqual(turn);
  });
});

describe.each(casesWithResponse)('the response of $name', ({ request, response }) => {
  const encoder = (): ReturnType<typeof messagesDialect.createEncoder> =>
    messagesDialect.createEncoder(request, encodeContext({ id: response.id }));

  it('survives the round trip through the neutral model', () => {
    const encoded = encoder().response(readMessage(response));
    expect(normalize(jsonOf(encoded), responseNormalizations)).toEqual(
      normalize(jsonOf(response), responseNormalizations),
    );
  });

  it('stays the same from then on', () => {
    const once = encoder().response(readMessage(response));
    expect(encoder().response(readMessage(once))).toEqual(once);
  });
});

describe('a rejected fixture', () => {
  it.each(
    loadFixtures('messages').filter(({ name }) =>
      ['error-400-empty-messages', 'error-400-sampling', 'error-400-tool-pairing'].includes(name),
    ),
  )('is rejected with the exact text of $name', (example) => {
    const options = decodeOptions({ ...(example.version !== undefined && { version: example.version }) });
    const error = errorOf(() => messagesDialect.decodeRequest(messagesDialect.parseRequest(example.request), options));
    const { status, body } = messagesDialect.encodeError(error, 'req_1');
    expect('error' in example && { status, error: body['error'] }).toEqual(
      'error' in example && { status: example.status, error: example.error.error },
    );
  });
});
