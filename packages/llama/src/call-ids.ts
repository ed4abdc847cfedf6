import type { GenerationEvent, IdSource, Part } from '@org/engine';

/** Gives every tool call of a stream its id. The model process has no source of ids; the service has. */
export function callIdGiver(ids: IdSource): (event: GenerationEvent) => GenerationEvent {
  const given = new Map<number, string>();
  const named = (index: number, part: Part): Part => {
    if (part.type !== 'tool-call') return part;
    const callId = given.get(index) ?? ids.next('call');
    given.set(index, callId);
    return { ...part, callId };
  };
  return (event) => {
    if (event.type !== 'part-start' && event.type !== 'part-end') return event;
    return { ...event, part: named(event.index, event.part) };
  };
}
