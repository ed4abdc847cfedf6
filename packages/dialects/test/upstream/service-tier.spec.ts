// A service tier that a client of one dialect requests, and the tier that an upstream of the other reports.
import {
  compactContext,
  type GenerationEvent,
  type GenerationRequest,
  type JsonObject,
  ResultCollector,
  type UpstreamApi,
} from '@org/engine';
import { buildContext, buildRequest, buildResult, replay } from '@org/engine/testing';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { parseCompactRequest, responsesDialect, responsesApi } from '#src/responses.js';
import { body as messagesBody, decodeOptions as messagesOptions } from '../messages/requests.js';
import { decodeOptions as responsesOptions } from '../responses/options.js';
import { target } from '../upstream-target.js';

const message = (members: object): GenerationRequest =>
  messagesDialect.decodeRequest(messagesDialect.parseRequest(messagesBody(members)), messagesOptions()).generation;
const response = (members: object): GenerationRequest =>
  responsesDialect.decodeRequest(
    responsesDialect.parseRequest({ model: 'm', input: 'q', ...members }),
    responsesOptions(),
  ).generation;
const sent = (api: UpstreamApi, request: GenerationRequest): unknown =>
  api.encode(request, target).body['service_tier'];

function reportedTier(api: UpstreamApi, request: GenerationRequest, document: JsonObject): unknown {
  const collector = new ResultCollector();
  api.createReader(request, target, [], (event) => collector.push(event)).pushDocument(document);
  return collector.result().serviceTier;
}

describe('service_tier', () => {
  it('of a messages request is sent to a responses upstream where an equivalent exists', () => {
    expect(sent(responsesApi, message({ service_tier: 'standard_only' }))).toBe('default');
    expect(sent(responsesApi, message({ service_tier: 'auto' }))).toBeUndefined();
    expect(sent(responsesApi, message({}))).toBeUndefined();
  });

  it('of a responses request is sent to a messages upstream where an equivalent exists', () => {
    expect(sent(messagesApi, response({ service_tier: 'default' }))).toBe('standard_only');
    expect(sent(messagesApi, response({ service_tier: 'auto' }))).toBeUndefined();
    expect(sent(messagesApi, response({ service_tier: 'flex' }))).toBeUndefined();
  });

  it('is sent unchanged to an upstream of the same dialect', () => {
    expect(sent(messagesApi, message({ service_tier: 'standard_only' }))).toBe('standard_only');
    expect(sent(responsesApi, response({ service_tier: 'flex' }))).toBe('flex');
  });

  it.each([
    ['standard', 'default'],
    ['priority', 'priority'],
    ['batch', undefined],
    [null, undefined],
  ])('that a message reports is returned to responses clients: %s', (reported, tier) => {
    const usage = { input_tokens: 1, output_tokens: 1, service_tier: reported };
    expect(
      reportedTier(messagesApi, response({}), {
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage,
      }),
    ).toBe(tier);
  });

  it('that a response reports is returned to messages clients', () => {
    expect(
      reportedTier(responsesApi, message({}), {
        model: 'm',
        status: 'completed',
        output: [],
        service_tier: 'priority',
      }),
    ).toBe('priority');
  });

  it('is sent with the request that summarizes a conversation', async () => {
    const tiers: unknown[] = [];
    const generate = async function* (request: GenerationRequest): AsyncGenerator<GenerationEvent> {
      tiers.push(request.serviceTier);
      yield* replay(buildResult(['Short.']));
    };
    const languageModel = {
      modelInfo: () => Promise.reject(new Error('not asked')),
      generate,
      close: async () => undefined,
    };
    await compactContext({
      request: buildRequest('hi', { serviceTier: 'flex' }),
      languageModel,
      context: buildContext(),
    });
    expect(tiers).toEqual(['flex']);
    expect(parseCompactRequest({ model: 'm', input: 'q', service_tier: 'flex' })).toMatchObject({
      service_tier: 'flex',
    });
  });
});
