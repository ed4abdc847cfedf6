// The end-user id, as sent to an upstream of either dialect.
import { compactContext, type GenerationEvent, type GenerationRequest, memberOf } from '@org/engine';
import { buildContext, buildRequest, buildResult, replay } from '@org/engine/testing';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { body as messagesBody, decodeOptions as messagesOptions } from '../messages/requests.js';
import { decodeOptions as responsesOptions } from '../responses/options.js';
import { target } from '../upstream-target.js';
import { LiveUpstreamApi, run, apis } from './live-upstream-api.js';

const message = (members: object): GenerationRequest =>
  messagesDialect.decodeRequest(messagesDialect.parseRequest(messagesBody(members)), messagesOptions()).generation;
const response = (members: object): GenerationRequest =>
  responsesDialect.decodeRequest(
    responsesDialect.parseRequest({ model: 'm', input: 'q', ...members }),
    responsesOptions(),
  ).generation;
const ofMessages = (request: GenerationRequest): unknown => messagesApi.encode(request, target).body['metadata'];
const ofResponses = (request: GenerationRequest): unknown => {
  const { safety_identifier: id, user } = responsesApi.encode(request, target).body;
  return { id, user };
};

describe('the id of an end user', () => {
  it('is sent to an upstream of the other dialect under its name there', () => {
    expect(ofResponses(message({ metadata: { user_id: 'u1' } }))).toEqual({ id: 'u1' });
    expect(ofMessages(response({ safety_identifier: 'u1', user: 'u2' }))).toEqual({ user_id: 'u1' });
    expect(ofMessages(response({ user: 'u2' }))).toEqual({ user_id: 'u2' });
  });

  it('is sent unchanged to one of the same dialect', () => {
    expect(ofMessages(message({ metadata: { user_id: 'u1', more: 1 } }))).toEqual({ user_id: 'u1', more: 1 });
    expect(ofResponses(response({ user: 'u2' }))).toEqual({ user: 'u2' });
  });

  it.each([{}, { metadata: {} }, { metadata: { user_id: null } }, { metadata: { user_id: '' } }])(
    'is not made up: %j',
    (members) => {
      expect(ofResponses(message(members))).toEqual({});
    },
  );

  it.each(apis)('is sent as a digest where it exceeds the limit of the $name API', async (upstreamFixture) => {
    const live = new LiveUpstreamApi(upstreamFixture);
    await live.start();
    const sentIds: unknown[] = [];
    const { maxUserIdLength } = upstreamFixture.api.traits;
    for (const length of [maxUserIdLength, maxUserIdLength + 1, maxUserIdLength + 1]) {
      const { error } = await run(live.languageModel(), buildRequest('Hi', { endUser: 'u'.repeat(length) }));
      expect(error).toBeUndefined();
      const body = live.upstream.records.at(-1)?.body;
      sentIds.push(memberOf(body?.['metadata'], 'user_id') ?? body?.['safety_identifier']);
    }
    const digest = expect.stringMatching(/^[\da-f]{64}$/);
    expect(sentIds).toEqual(['u'.repeat(maxUserIdLength), digest, sentIds[1]]);
    await live.stop();
  });

  it('is sent with the request that summarizes a conversation', async () => {
    const users: unknown[] = [];
    const generate = async function* (request: GenerationRequest): AsyncGenerator<GenerationEvent> {
      users.push(request.endUser);
      yield* replay(buildResult(['Short.']));
    };
    const languageModel = {
      modelInfo: () => Promise.reject(new Error('not asked')),
      generate,
      close: async () => undefined,
    };
    await compactContext({ request: buildRequest('hi', { endUser: 'u1' }), languageModel, context: buildContext() });
    expect(users).toEqual(['u1']);
  });
});
