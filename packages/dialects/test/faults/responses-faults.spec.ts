// Seeds every stream fault that is known to break a client of the responses dialect into the encoder's output, one at
// a time. The checks that run over all streams must detect each.
import { type GenerationResult, ResultCollector } from '@org/engine';
import { replay } from '@org/engine/testing';
import {
  accumulateResponses,
  ResponseGrammar,
  responseSchema,
  responseStreamEventSchema,
  type Response,
  type ResponseStreamEvent,
} from '@org/protocol/responses';
import { responsesDialect } from '#src/responses.js';
import type { EncodeContext } from '#src/dialect.js';
import { testSigner } from '../test-signer.js';
import { bytesOf, find, framesOf, indexOf, object, readFrames, without, type Frame, type Json } from './stream.js';

const result: GenerationResult = {
  model: 'm',
  parts: [
    { type: 'reasoning', text: 'They want the weather, so I look it up.' },
    { type: 'text', text: 'I look it up.' },
    { type: 'tool-call', kind: 'function', callId: 'call_1', name: 'get_weather', argumentsText: '{"city":"Paris"}' },
    { type: 'tool-call', kind: 'custom', callId: 'call_2', name: 'run', argumentsText: 'print(1)' },
  ],
  finishReason: { unified: 'tool-calls' },
  usage: { inputTokens: 11, outputTokens: 7, cachedInputTokens: 4, cacheWriteTokens: 0, reasoningTokens: 2 },
  warnings: [],
};
const request = { model: 'm', input: 'hi' };
const context: EncodeContext = {
  id: 'resp_1',
  createdAt: 1,
  now: () => 2,
  reasoningSigner: testSigner,
  policy: { usageNames: 'both', rawReasoning: false },
};

function encoded(): { frames: Frame[]; response: Response } {
  const encoder = responsesDialect.createEncoder(request, context);
  const collector = new ResultCollector();
  const events: ResponseStreamEvent[] = [];
  for (const event of replay(result, 6)) {
    collector.push(event);
    events.push(...encoder.push(event));
  }
  return {
    frames: framesOf(events as { type: string }[]),
    response: responsesDialect.createEncoder(request, context).response(collector.result()),
  };
}

/** Errors that the checks report for a stream; empty for a valid one. */
function errorTexts(frames: readonly Frame[], response: Response): string[] {
  const { events, faults } = readFrames(bytesOf(frames), true);
  const found = [...faults];
  for (const event of events)
    if (!responseStreamEventSchema.safeParse(event).success) found.push(`schema: ${String(event['type'])}`);
  const typed = events as unknown as ResponseStreamEvent[];
  try {
    const grammar = new ResponseGrammar();
    for (const event of typed) grammar.push(event);
    grammar.end();
    expect(accumulateResponses(typed)).toEqual(response);
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
}

type Fault = (frames: Frame[]) => Frame[] | void;

const each = (frames: Frame[], change: (event: Json) => void): void => {
  for (const { data } of frames) change(object(data));
};
/** Renumbers the events, so that the numbers alone do not reveal a missing one. */
const renumbered = (frames: Frame[]): Frame[] => {
  for (const [index, { data }] of frames.entries()) object(data)['sequence_number'] = index;
  return frames;
};
const dropped =
  (type: string): Fault =>
  (frames) =>
    renumbered(without(frames, type));

const faults: Record<string, Fault> = {
  'malformed JSON': (frames) => frames.map((frame, index) => (index === 3 ? { ...frame, data: '{"type":' } : frame)),
  'an event name that is not its type': (frames) =>
    frames.map((frame, index) => (index === 2 ? { ...frame, name: 'message' } : frame)),
  'an invented event type': (frames) =>
    renumbered(frames.toSpliced(2, 0, { name: 'acme:x', data: { type: 'acme:x', sequence_number: 0 } })),
  'an invented response event': (frames) =>
    renumbered(frames.toSpliced(2, 0, { name: 'response.foo', data: { type: 'response.foo', sequence_number: 0 } })),
  'no response.created': dropped('response.created'),
  'no response.in_progress': dropped('response.in_progress'),
  'no output_item.added': dropped('response.output_item.added'),
  'no output_item.done': dropped('response.output_item.done'),
  'no content_part.added': dropped('response.content_part.added'),
  'no content_part.done': dropped('response.content_part.done'),
  'no output_text.done': dropped('response.output_text.done'),
  'no function_call_arguments.delta': dropped('response.function_call_arguments.delta'),
  'no function_call_arguments.done': dropped('response.function_call_arguments.done'),
  'no custom_tool_call_input.done': dropped('response.custom_tool_call_input.done'),
  'no reasoning_summary_part.added': dropped('response.reasoning_summary_part.added'),
  'no reasoning_summary_text.done': dropped('response.reasoning_summary_text.done'),
  'no reasoning events': (frames) =>
    renumbered(frames.filter((frame) => !String(object(frame.data)['type']).includes('reasoning'))),
  'no terminal event': dropped('response.completed'),
  'two terminal events': (frames) => renumbered([...frames, structuredClone(frames.at(-1)) as Frame]),
  'the wrong terminal event': (frames) => {
    const last = frames.at(-1) as Frame;
    object(last.data)['type'] = 'response.incomplete';
    last.name = 'response.incomplete';
  },
  'events after the terminal': (frames) => renumbered([...frames, structuredClone(frames[3]) as Frame]),
  'no sequence_number': (frames) => each(frames, (event) => void delete event['sequence_number']),
  'a constant sequence_number': (frames) => each(frames, (event) => void (event['sequence_number'] = 0)),
  'a sequence_number gap': (frames) => void (object((frames.at(-1) as Frame).data)['sequence_number'] = 999),
  'no output_index': (frames) => each(frames, (event) => void delete event['output_index']),
  'an output_index used twice': (frames) =>
    each(frames, (event) => void (event['output_index'] === 1 && (event['output_index'] = 0))),
  'a wrong content_index': (frames) => void (find(frames, 'response.output_text.delta')['content_index'] = 1),
  'a delta without item_id': (frames) => void delete find(frames, 'response.output_text.delta')['item_id'],
  'a delta of another item': (frames) => void (find(frames, 'response.output_text.delta')['item_id'] = 'msg_other'),
  'an item without id': (frames) => void delete object(find(frames, 'response.output_item.added')['item'])['id'],
  'another item id when done': (frames) =>
    void (object(find(frames, 'response.output_item.done')['item'])['id'] = 'other'),
  'another item id in the final response': (frames) =>
    void (object((object(find(frames, 'response.completed')['response'])['output'] as Json[])[1])['id'] = 'other'),
  'another response id': (frames) => void (object(find(frames, 'response.completed')['response'])['id'] = 'resp_2'),
  'an empty final output': (frames) => void (object(find(frames, 'response.completed')['response'])['output'] = []),
  'a lifecycle event that is stripped': (frames) => {
    const { id, status, output } = object(find(frames, 'response.created')['response']);
    find(frames, 'response.created')['response'] = { id, status, output };
  },
  'a response without created_at': (frames) =>
    void delete object(find(frames, 'response.completed')['response'])['created_at'],
  'usage missing': (frames) => void (object(find(frames, 'response.completed')['response'])['usage'] = null),
  'usage without input_tokens': (frames) =>
    void delete object(object(find(frames, 'response.completed')['response'])['usage'])['input_tokens'],
  'arguments at the start': (frames) => {
    const added = frames
      .map((frame) => object(frame.data))
      .find(
        (event) => event['type'] === 'response.output_item.added' && object(event['item'])['type'] === 'function_call',
      );
    object(object(added)['item'])['arguments'] = '{"city":"Paris"}';
  },
  'a call without call_id': (frames) => {
    const added = frames
      .map((frame) => object(frame.data))
      .find((event) => object(event['item'] ?? {})['type'] === 'function_call');
    object(object(added)['item'])['call_id'] = '';
  },
  'text without its logprobs array': (frames) => void delete find(frames, 'response.output_text.delta')['logprobs'],
  'done text that is not the joined deltas': (frames) =>
    void (find(frames, 'response.output_text.done')['text'] = 'other'),
  'a delta before its item': (frames) => {
    const at = indexOf(frames, 'response.output_text.delta');
    return renumbered(frames.toSpliced(at, 1).toSpliced(2, 0, frames[at] as Frame));
  },
  'a delta after its end': (frames) => {
    const at = indexOf(frames, 'response.output_text.delta');
    const done = indexOf(frames, 'response.content_part.done');
    return renumbered(frames.toSpliced(done + 1, 0, frames[at] as Frame).toSpliced(at, 1));
  },
  'a lost delta': (frames) => renumbered(frames.toSpliced(indexOf(frames, 'response.output_text.delta'), 1)),
  'an error that names nothing': (frames) =>
    renumbered([...frames.slice(0, 4), { name: 'error', data: { type: 'error', sequence_number: 4 } }]),
};

const bodyFaults: Record<string, (response: Json) => void> = {
  'an item without id': (response) => void delete object((response['output'] as Json[])[0])['id'],
  'empty output': (response) => void (response['output'] = []),
  'usage missing': (response) => void (response['usage'] = null),
  'a missing key': (response) => void delete response['parallel_tool_calls'],
  'error left out': (response) => void delete response['error'],
};

function bodyErrors(body: unknown, frames: readonly Frame[]): string[] {
  const parsed = responseSchema.safeParse(body);
  return parsed.success ? errorTexts(frames, parsed.data) : [parsed.error.message];
}

describe('our checks of the responses stream', () => {
  it('find no fault in the encoder output', () => {
    const { frames, response } = encoded();
    expect(errorTexts(frames, response)).toEqual([]);
  });

  it.each(Object.entries(faults))('notice %s', (_name, fault) => {
    const { frames, response } = encoded();
    expect(errorTexts(fault(frames) ?? frames, response)).not.toEqual([]);
  });

  it.each(Object.entries(bodyFaults))('detect in the JSON response: %s', (_name, fault) => {
    const { frames, response } = encoded();
    const body = structuredClone(response) as unknown as Json;
    fault(body);
    expect(bodyErrors(body, frames)).not.toEqual([]);
  });
});
