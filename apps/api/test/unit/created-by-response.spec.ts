import { createdByResponse, type PostedRequest, type CreatedResource } from '#src/idempotency/created-by-response.js';

const json = { 'content-type': 'application/json; charset=utf-8' };
const message = { id: 'msg_1', type: 'message' };
const response = { id: 'resp_1', object: 'response', store: true };

const ofJson = (body: object, post: Partial<PostedRequest> = {}): CreatedResource | undefined =>
  createdByResponse(
    { status: 200, headers: json, body: JSON.stringify(body) },
    { conversationId: undefined, body: {}, ...post },
  );
const ofStream = (frames: string, body: object = {}): CreatedResource | undefined =>
  createdByResponse(
    { status: 200, headers: { 'content-type': 'text/event-stream' }, body: frames },
    { conversationId: undefined, body },
  );

describe('The deletable object that a response reports is', () => {
  it('a stored response, a batch, and a message of a thread', () => {
    expect(ofJson(response)).toEqual({ kind: 'turn', id: 'resp_1' });
    expect(ofJson({ id: 'msgbatch_1', type: 'message_batch' })).toEqual({ kind: 'turn', id: 'msgbatch_1' });
    expect(ofJson(message, { body: { thread: { id: 'thread_1' } } })).toEqual({ kind: 'turn', id: 'msg_1' });
  });

  it('the conversation that was made, or that was added to', () => {
    expect(ofJson({ id: 'conv_1', object: 'conversation' })).toEqual({ kind: 'conversation', id: 'conv_1' });
    expect(ofJson({ object: 'list', data: [] }, { conversationId: 'conv_1' })).toEqual({
      kind: 'conversation',
      id: 'conv_1',
    });
  });

  it('reported by the first stream event that is not a keep-alive', () => {
    const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
    expect(
      ofStream(`${ping}event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message })}\n\n${ping}`, {
        thread: {},
      }),
    ).toEqual({ kind: 'turn', id: 'msg_1' });
    expect(
      ofStream(
        `: keep-alive\n\nevent: response.created\ndata: ${JSON.stringify({ type: 'response.created', response })}\n\n`,
      ),
    ).toEqual({ kind: 'turn', id: 'resp_1' });
  });

  it('one to follow when it runs in the background and its events were sent', () => {
    const backgroundResponse = { ...response, background: true };
    expect(
      ofStream(
        `event: response.created\ndata: ${JSON.stringify({ type: 'response.created', response: backgroundResponse })}\n\n`,
      ),
    ).toEqual({ kind: 'turn', id: 'resp_1', followed: true });
    expect(ofJson(backgroundResponse)).toEqual({ kind: 'turn', id: 'resp_1' });
  });

  it('nothing when nothing was stored', () => {
    const stored = [
      ofJson({ ...response, store: false }),
      ofJson({ ...response, object: 'response.compaction' }),
      ofJson(message),
      ofJson(message, { body: { thread: null } }),
      ofJson({ input_tokens: 7 }),
      ofStream(''),
    ];
    expect(stored).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });
});
