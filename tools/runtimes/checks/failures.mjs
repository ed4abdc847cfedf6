// The client's handling of failures, disconnects and cancels by its caller.
import { ApiError, ConnectionError, ModelResponseClient, StreamError, getOutputText } from '@org/sdk';
import { eventually, failureOf, assertTrue, marker, pause, same } from './expect.mjs';

const user = (content) => ({ max_tokens: 64, messages: [{ role: 'user', content }] });

/** The state of the response at the upstream. */
const stateOf = async (model, text) => (await (await fetch(`${model}/answers/${text}`)).json()).state;
const stops = (model, text) =>
  eventually(
    'the upstream was stopped',
    async () => (await stateOf(model, text)) === 'cut' || `state ${await stateOf(model, text)}`,
  );

const at = (base, key, options = {}) => new ModelResponseClient({ baseUrl: base, apiKey: key, ...options });

export const failures = {
  async 'errors of the service arrive unchanged'({ client, url }) {
    const [unknown, other, wrong] = await Promise.all([
      failureOf(client.responses.create({ model: 'nobody', input: 'Hi' })),
      failureOf(at(url, 'no-such-key-0123456789').messages.create({ model: 'quick', ...user('Hi') })),
      failureOf(client.messages.create({ model: 'quick', max_tokens: 0, messages: [] })),
    ]);
    same(
      [unknown, other, wrong].map((error) => error instanceof ApiError && error.status),
      [404, 401, 400],
    );
    same(unknown.code, 'model_not_found');
    assertTrue(
      [unknown, other, wrong].every(({ requestId }) => typeof requestId === 'string'),
      'each names its request',
    );
    same(
      (await failureOf(client.responses.stream({ model: 'nobody', input: 'Hi' }).finalResponse())).status,
      404,
      'the status of a stream',
    );
  },
  async 'leaving the loop stops the work'({ client, model }) {
    for (const ask of [
      (text) => client.messages.stream({ model: 'slow', ...user(text) }),
      (text) => client.responses.stream({ model: 'slow', input: text }),
    ]) {
      const text = marker();
      for await (const event of ask(text)) if (/delta$/.test(event.type)) break;
      await stops(model, text);
    }
  },
  async 'aborting stops the work, with the reason of the signal'({ client, model }) {
    const text = marker();
    const controller = new AbortController();
    const stream = client.responses.stream({ model: 'slow', input: text }, { signal: controller.signal });
    const error = await failureOf(
      (async () => {
        for await (const event of stream) if (/delta$/.test(event.type)) controller.abort();
      })(),
    );
    same([error instanceof DOMException, error.name], [true, 'AbortError']);
    await stops(model, text);
    const complete = marker();
    const asked = failureOf(
      client.messages.create({ model: 'mute', ...user(complete) }, { signal: AbortSignal.timeout(400) }),
    );
    same((await asked).name, 'TimeoutError');
    await stops(model, complete);
    const own = marker();
    const abandoned = client.messages.stream({ model: 'slow', ...user(own) });
    same(
      (
        await failureOf(
          (async () => {
            for await (const event of abandoned) if (/delta$/.test(event.type)) abandoned.abort();
          })(),
        )
      ).name,
      'AbortError',
    );
    await stops(model, own);
  },
  async 'a signal that was aborted before sends nothing'({ client, model }) {
    const text = marker();
    const reason = new Error('No more.');
    same(
      (await failureOf(
        client.responses.create({ model: 'quick', input: text }, { signal: AbortSignal.abort(reason) }),
      )) === reason,
      true,
      'the identity of the thrown reason',
    );
    same(await stateOf(model, text), 'none');
  },
  async 'a timeout is an error that names it'({ trouble, key }) {
    const started = Date.now();
    const error = await failureOf(at(`${trouble}/silent`, key, { timeoutMs: 300, maxRetries: 0 }).models.list());
    same([error instanceof ConnectionError, error.message], [true, 'The service did not respond within 300 ms.']);
    assertTrue(Date.now() - started < 2_000, 'it came in time');
  },
  async 'an unreachable service is an error that names its address'({ key }) {
    const error = await failureOf(at('http://127.0.0.1:9', key, { maxRetries: 1 }).models.list());
    assertTrue(
      error instanceof ConnectionError &&
        /^The service at http:\/\/127\.0\.0\.1:9 could not be reached( \(\w+\))?\.$/.test(error.message),
      `it names the address (${error.message})`,
    );
  },
  async 'the client retries a busy service, and keeps the message of a proxy'({ trouble, key }) {
    same(
      getOutputText(await at(`${trouble}/busy/2/${marker()}`, key).responses.create({ model: 'quick', input: 'Hi' })),
      'Hello, Grüße 🌍.',
    );
    const error = await failureOf(
      at(`${trouble}/busy/9/${marker()}`, key, { maxRetries: 0 }).responses.create({ model: 'quick', input: 'Hi' }),
    );
    same([error.status, error.body], [503, '<h1>Busy</h1>']);
  },
  async 'a truncated stream is an error, and the client returns no partial response'({ trouble, key }) {
    const stream = at(`${trouble}/cut/1500/${marker()}`, key).messages.stream({ model: 'slow', ...user('Go') });
    let events = 0;
    const error = await failureOf(
      (async () => {
        for await (const event of stream) events += event.type === 'content_block_delta' ? 1 : 0;
      })(),
    );
    assertTrue(error instanceof StreamError, `it is a StreamError (${error.name}: ${error.message})`);
    assertTrue(events > 0, 'some events arrived before');
    assertTrue((await failureOf(stream.finalMessage())) === error, 'finalMessage() rejects with the same error');
  },
  async 'a truncated non-streaming response is a ConnectionError'({ trouble, key }) {
    const error = await failureOf(
      at(`${trouble}/cut/200/${marker()}`, key).messages.create({ model: 'quick', ...user('Hi') }),
    );
    same(
      [error instanceof ConnectionError, error.message],
      [true, 'The connection closed before the response was complete.'],
    );
  },
  async 'a background stream resumes after a disconnect, without a gap'({ trouble, key }) {
    const stream = at(`${trouble}/cut/4000/${marker()}`, key).responses.stream({
      model: 'slow',
      input: 'Go',
      background: true,
    });
    const numbers = [];
    for await (const event of stream) numbers.push(event.sequence_number);
    same(
      numbers,
      numbers.map((_, index) => index),
      'the numbers of the events',
    );
    assertTrue(getOutputText(await stream.finalResponse()).includes('word59'), 'the response is complete');
  },
  async 'silence in a stream is an error'({ trouble, key }) {
    const error = await failureOf(
      at(`${trouble}/stall/1500`, key, { idleTimeoutMs: 500 })
        .messages.stream({ model: 'slow', ...user('Go') })
        .finalMessage(),
    );
    same([error instanceof StreamError, error.message], [true, 'The service sent nothing for 500 ms.']);
  },
  async 'a redirect is an error, and the client does not follow it'({ trouble, key, url, runtime }) {
    for (const status of [301, 302, 307, 308]) {
      const redirected = at(`${trouble}/redirect/${status}`, key);
      for (const ask of [
        () => redirected.responses.create({ model: 'quick', input: 'Hi' }),
        () => redirected.models.list(),
        () => redirected.messages.stream({ model: 'quick', ...user('Hi') }).finalMessage(),
      ]) {
        const error = await failureOf(ask());
        assertTrue(error instanceof ConnectionError, `it is a ConnectionError (${error.name}: ${error.message})`);
        assertTrue(
          error.message.includes('redirect') && (runtime === 'page' || error.message.includes(url)),
          `it names the target (${error.message})`,
        );
      }
    }
  },
  async 'an invalid call sends nothing'({ client, model }) {
    const text = marker();
    const wrong = [{ headers: { 'x-name': 'a\nb' } }, { timeoutMs: Number.NaN }, { maxRetries: -1 }];
    for (const options of wrong)
      same((await failureOf(client.responses.create({ model: 'quick', input: text }, options))).name, 'TypeError');
    await pause(50);
    same(await stateOf(model, text), 'none');
  },
};
