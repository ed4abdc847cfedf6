import { demoModelPath } from '@org/demo-model';

import { createLlamaModel, type LocalLanguageModel } from '#src/llama-model.js';
import { buildRequest, describeLanguageModelContract } from '@org/engine/testing';

import { weather } from '../demo.js';

let latest: LocalLanguageModel | undefined;

// An unbounded list occupies the small model until its context is full.
const endless = { type: 'array', items: { type: 'string', minLength: 3, maxLength: 3 }, minItems: 400 } as const;

describeLanguageModelContract('llama', {
  create: () => (latest = createLlamaModel({ id: 'demo', modelPath: demoModelPath, contextLength: 1024, threads: 1 })),
  requests: {
    text: buildRequest('Count from 1 to 10'),
    otherText: buildRequest('What is the capital of Japan?'),
    slow: buildRequest('Tell me a story', { outputFormat: { type: 'json-schema', schema: endless } }),
    toolCall: buildRequest("What's the weather in Paris and Tokyo?", { tools: [weather] }),
    failing: buildRequest('Hello', {
      outputFormat: { type: 'json-schema', schema: { type: 'string', pattern: '(?=a)b' } },
    }),
  },
  openWork: () => latest?.state().running ?? 0,
});
