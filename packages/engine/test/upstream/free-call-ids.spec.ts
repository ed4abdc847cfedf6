import { FreeCallIds } from '#src/generators/upstream/free-call-ids.js';
import type { GenerationEvent } from '#src/model/generation-event.js';
import { ResultCollector } from '#src/model/generation-result.js';
import type { Message } from '#src/model/message.js';
import type { ToolCallPart } from '#src/model/part.js';
import { replay } from '#src/model/replay.js';
import { buildResult, message } from '#src/testing/builders.js';
import { checkGrammar } from '#src/testing/contracts/generator-contract.js';

const call = (callId: string, argumentsText = '{"at":"sky"}'): ToolCallPart => ({
  type: 'tool-call',
  callId,
  name: 'look',
  kind: 'function',
  argumentsText,
});

function idsOf(calls: readonly ToolCallPart[], conversation: readonly Message[]): readonly string[] {
  const events: GenerationEvent[] = [];
  let made = 0;
  const free = new FreeCallIds(
    conversation,
    () => `new_${(made += 1)}`,
    (event) => events.push(event),
  );
  for (const event of replay(buildResult(['Well', ...calls]), 3)) free.emit(event);
  checkGrammar(events);
  const collector = new ResultCollector();
  for (const event of events) collector.push(event);
  return collector.result().parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
}

describe('the calls of an answer', () => {
  const earlier = [
    message('user', 'Hi'),
    message('assistant', call('call_0')),
    message('tool', { type: 'tool-result', callId: 'call_0', kind: 'function', content: [] }),
  ];

  it('keep their ids', () => expect(idsOf([call('call_1'), call('call_2')], earlier)).toEqual(['call_1', 'call_2']));

  it('get others where an earlier answer has a call of that id', () =>
    expect(idsOf([call('call_0'), call('call_1')], earlier)).toEqual(['new_1', 'call_1']));

  it('get others where they have one together, or none', () =>
    expect(idsOf([call('a'), call('a'), call('')], [])).toEqual(['a', 'new_1', 'new_2']));
});
