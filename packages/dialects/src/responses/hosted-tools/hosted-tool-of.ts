// What an item reports about a hosted tool that this service ran, in neutral terms.
import { type HostedToolKind, type JsonObject, objectOf, type ServerToolRecord, textOf } from '@org/engine';
import { storedOutcome } from './stored-result.js';

/** Undefined for every item whose result the service did not store: the model then reads its text. */
export function hostedToolOf(item: JsonObject): ServerToolRecord | undefined {
  const called = calledOf(item);
  const outcome = called === undefined ? undefined : storedOutcome(item);
  if (called === undefined || outcome === undefined) return undefined;
  const { kind, name, args } = called;
  const containerId = kind === 'code' ? textOf(item['container_id']) : '';
  const source = { type: 'hosted', kind, ...(containerId !== '' && { containerId }) } as const;
  return {
    type: 'call',
    call: { callId: textOf(item['id']), source, name, argumentsText: JSON.stringify(args) },
    outcome,
  };
}

interface Called {
  readonly kind: HostedToolKind;
  readonly name: string;
  readonly args: JsonObject;
}

function calledOf(item: JsonObject): Called | undefined {
  switch (item['type']) {
    case 'web_search_call': {
      const { type, ...args } = objectOf(item['action']);
      const { sources: _, ...others } = args;
      const name = type === 'open_page' || type === 'find_in_page' ? type : 'web_search';
      return { kind: 'web-search', name, args: others };
    }
    case 'file_search_call':
      return { kind: 'file-search', name: 'file_search', args: { queries: item['queries'] ?? [] } };
    case 'code_interpreter_call':
      return { kind: 'code', name: 'python', args: { code: textOf(item['code']) } };
    default:
      return undefined;
  }
}
