import type { GenerationEvent, IdSource, Part } from '@org/engine';

/** Gives every tool call of a stream its id. The model process has no source of ids; the service has. */
export function assignCallIds(ids: IdSource): (event: GenerationEvent) => GenerationEvent {
  const idsByIndex = new Map<number, string>();
  const withCallId = (index: number, part: Part): Part => {
    if (part.type !== 'tool-call') return part;
    const callId = idsByIndex.get(index) ?? ids.next('call');
    idsByIndex.set(index, callId);
    return { ...part, callId };
  };
  return (event) => {
    if (event.type !== 'part-start' && event.type !== 'part-end') return event;
    return { ...event, part: withCallId(event.index, event.part) };
  };
}
