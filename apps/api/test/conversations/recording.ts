// A model with scripted responses that records the requests it receives.
import type { GenerationRequest, LanguageModel, Part } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';

export interface Recording extends LanguageModel {
  readonly requests: readonly GenerationRequest[];
  /** What the last request showed, as `role: text` lines. */
  promptMessages(): string[];
}

/** Replies to request n with element n of `replies`, and to all further requests with the last element. */
export function recording(...replies: readonly (readonly (Part | string)[])[]): Recording {
  const requests: GenerationRequest[] = [];
  const inner = createScriptedModel({
    id: 'recording',
    script: (request) => {
      requests.push(request);
      return [...replay(buildResult(replies[Math.min(requests.length, replies.length) - 1] ?? []))];
    },
  });
  // The recording persists after a service, so that the next service can continue with it.
  return {
    ...inner,
    close: async () => undefined,
    requests,
    promptMessages: () =>
      (requests.at(-1)?.messages ?? []).map(({ role, parts }) => `${role}: ${parts.map(textOf).join(' ')}`),
  };
}

function textOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      return `${part.name}(${part.argumentsText})`;
    case 'tool-result':
      return `= ${part.content.map(textOf).join('')}`;
    case 'opaque':
      return `[${part.apiType}] ${part.text ?? ''}`;
    case 'reasoning':
      return `(${part.text})`;
    case 'media':
      return `[${part.media}]`;
  }
}
