// The generator of this repository, as the service runs it: its own process for the model, and this one in front of it.
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
    // A character may take several tokens: those that no event of its own showed came with the last one.
    for (; counted < event.usage.outputTokens; counted += 1) onToken();
  }
  return inputTokens;
});
