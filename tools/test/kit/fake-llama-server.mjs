// The part of a llama server that the benchmark needs: chat-completions streams of the bare library, one at a time
// per sequence.
//
//   node fake-llama-server.mjs MODEL.gguf       prints its URL
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

const llama = await getLlama({
  gpu: false,
  build: 'never',
  skipDownload: true,
  progressLogs: false,
  maxThreads: 1,
  logLevel: LlamaLogLevel.error,
});
const model = await llama.loadModel({ modelPath: process.argv[2], gpuLayers: 0 });
const context = await model.createContext({ contextSize: 2048, sequences: 4, threads: 1 });
const free = Array.from({ length: 4 }, () => context.getSequence());

const server = createServer(async (request, response) => {
  const {
    messages,
    max_tokens: maxTokens,
    temperature,
    stream,
    stream_options: { include_usage: usage } = {},
  } = JSON.parse(await text(request));
  if (request.url !== '/v1/chat/completions' || !stream) {
    response.writeHead(404).end();
    return;
  }
  const frame = (data) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const sequence = free.pop();
  const prompt = model.tokenize(messages.map(({ content }) => content).join('\n'), true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await sequence.clearHistory();
  let count = 0;
  for await (const _ of sequence.evaluate(prompt, { temperature, yieldEogToken: true })) {
    count += 1;
    // Not every random token is complete text.
    frame({ choices: [{ index: 0, delta: { content: ' word' } }] });
    if (count >= maxTokens) break;
  }
  free.push(sequence);
  if (usage) frame({ choices: [], usage: { prompt_tokens: prompt.length, completion_tokens: count } });
  response.end('data: [DONE]\n\n');
}).listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/v1\n`));
process.stdin.resume().on('end', () => process.exit(0));
