import { FreeCallIds } from '#src/shared/free-call-ids.js';
import { type GenerationEvent, type Message, ResultCollector, type ToolCallPart } from '@org/engine';
import { buildResult, checkGrammar, message, replay } from '@org/engine/testing';

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

describe('the calls of a response', () => {
  const earlier = [
    message('user', 'Hi'),
    message('assistant', call('call_0')),
    message('tool', { type: 'tool-result', callId: 'call_0', kind: 'function', content: [] }),
  ];

  it('preserve their ids', () =>
    expect(idsOf([call('call_1'), call('call_2')], earlier)).toEqual(['call_1', 'call_2']));

  it('receive new ids when an earlier response has a call of that id', () =>
    expect(idsOf([call('call_0'), call('call_1')], earlier)).toEqual(['new_1', 'call_1']));

  it('receive new ids when they share one, or have none', () =>
    expect(idsOf([call('a'), call('a'), call('')], [])).toEqual(['a', 'new_1', 'new_2']));
});
