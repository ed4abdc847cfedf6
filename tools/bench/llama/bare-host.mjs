// Bare node-llama-cpp, as the baseline. Prompts are tokenized and evaluated unchanged, each stream on its own
// sequence that retains its evaluated tokens, like a chat session of the library.
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import { serve } from './host-protocol.mjs';

const { model: modelPath, threads, slots, context: contextSize, gpu } = JSON.parse(process.argv[2]);
const llama = await getLlama({
  gpu: gpu ? 'auto' : false,
  build: 'never',
  skipDownload: true,
  progressLogs: false,
  maxThreads: threads,
  logLevel: LlamaLogLevel.error,
});
if (gpu && llama.gpu === false)
  throw new Error('--gpu: no graphics processor was found, or its engine is not installed');
const model = await llama.loadModel({ modelPath, gpuLayers: gpu ? 'max' : 0 });
const context = await model.createContext({ contextSize, sequences: slots, threads });
const free = Array.from({ length: slots }, () => context.getSequence());

serve(async (prompt, maxTokens, onToken) => {
  const tokens = model.tokenize(`<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`, true);
  const sequence = free.shift();
  if (sequence === undefined) throw new Error('more streams than sequences');
  try {
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    let count = 0;
    for await (const token of sequence.evaluate(tokens.slice(sequence.nextTokenIndex), {
      temperature: 0,
      yieldEogToken: true,
    })) {
      onToken();
      count += 1;
      if (count >= maxTokens || model.isEogToken(token)) break;
    }
  } finally {
    free.unshift(sequence);
  }
  return tokens.length;
});
