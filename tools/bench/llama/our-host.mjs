// The local language model of this repository, as the service runs it: one process for the model, and this one as its
// client.
import { createLlamaModel } from '../../../packages/llama/dist/index.js';
import { buildContext, buildRequest } from '../../../packages/engine/dist/testing.js';
import { serve } from './host-protocol.mjs';

const { model, threads, slots, context, gpu } = JSON.parse(process.argv[2]);
const languageModel = createLlamaModel({
  id: 'bench',
  modelPath: model,
  threads,
  slots,
  contextLength: context,
  gpu,
  ...(gpu ? { gpuLayers: 10_000 } : {}),
});
await languageModel.warmUp();

serve(async (prompt, maxOutputTokens, onToken) => {
  let inputTokens = 0;
  let counted = 0;
  for await (const event of languageModel.generate(
    buildRequest(prompt, { sampling: { temperature: 0 }, limits: { maxOutputTokens } }),
    buildContext({}),
  )) {
    if (event.type === 'part-delta') {
      onToken();
      counted += 1;
    }
    if (event.type !== 'generation-end') continue;
    inputTokens = event.usage.inputTokens;
    // A character may take several tokens: tokens without an event of their own arrived with the last one.
    for (; counted < event.usage.outputTokens; counted += 1) onToken();
  }
  return inputTokens;
});
