// A model that answers by script and remembers what it was shown.
import type { GenerationRequest, Generator, Part } from '@org/engine';
import { buildResult, createScriptedGenerator, replay } from '@org/engine/testing';

export interface Recording extends Generator {
  readonly requests: readonly GenerationRequest[];
  /** What the last request showed, as `role: text` lines. */
  shown(): string[];
}

/** Answers its n-th request with the n-th of `answers`, and with the last one from then on. */
export function recording(...answers: readonly (readonly (Part | string)[])[]): Recording {
  const requests: GenerationRequest[] = [];
  const inner = createScriptedGenerator({
    id: 'recording',
    script: (request) => {
      requests.push(request);
      return [...replay(buildResult(answers[Math.min(requests.length, answers.length) - 1] ?? []))];
    },
  });
  // It outlives a service, so that the next one can go on with it.
  return {
    ...inner,
    close: async () => undefined,
    requests,
    shown: () => (requests.at(-1)?.messages ?? []).map(({ role, parts }) => `${role}: ${parts.map(words).join(' ')}`),
  };
}

function words(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      return `${part.name}(${part.argumentsText})`;
    case 'tool-result':
      return `= ${part.content.map(words).join('')}`;
    case 'opaque':
      return `[${part.wireType}] ${part.text ?? ''}`;
    case 'reasoning':
      return `(${part.text})`;
    case 'media':
      return `[${part.media}]`;
  }
}
