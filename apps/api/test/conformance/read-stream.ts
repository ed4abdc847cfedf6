// Reads streams as the strictest client does: framing, schema, grammar and the accumulated object. The fuzz test
// reads a million frames with it, and an assertion of Jest would create a stack trace for each, even on success.
import assert from 'node:assert/strict';
import { accumulateMessages, messageStreamEventSchema, MessageGrammar, type Message } from '@org/protocol/messages';
import {
  accumulateResponses,
  ResponseGrammar,
  responseSchema,
  responseStreamEventSchema,
  type Response as ResponseObject,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { sseDone, SseParser, type SseFrame } from '@org/protocol/sse';

/** Validates a complete stream of the messages dialect and returns its message. */
export function readMessageStream(text: string): Message {
  const grammar = new MessageGrammar();
  const events = framesOf(text).map((frame) => {
    const event = messageStreamEventSchema.parse(JSON.parse(frame.data));
    assert.equal(frame.event, event.type);
    grammar.push(event);
    return event;
  });
  grammar.end();
  return accumulateMessages(events);
}

/** Validates a complete stream of the responses dialect and returns its events. */
export function readResponseEvents(text: string): readonly ResponseStreamEvent[] {
  const frames = framesOf(text);
  assert.equal(frames.at(-1)?.data, sseDone);
  const grammar = new ResponseGrammar();
  const events = frames.slice(0, -1).map((frame) => {
    const event = responseStreamEventSchema.parse(JSON.parse(frame.data));
    assert.equal(frame.event, event.type);
    grammar.push(event);
    return event;
  });
  grammar.end();
  return events;
}

/** Validates a complete stream of the responses dialect and returns its response. */
export function readResponseStream(text: string): ResponseObject {
  return responseSchema.parse(accumulateResponses(readResponseEvents(text)));
}

function framesOf(text: string): readonly SseFrame[] {
  return [...new SseParser().push(text)];
}
