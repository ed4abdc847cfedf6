// Asks a model file through llama.cpp, in the plainest way: the chat template of the file, then tokens until the end mark.
import { resolve } from 'node:path';

import { Template } from '@huggingface/jinja';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

export async function fileAt(file) {
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: 1,
    logLevel: LlamaLogLevel.error,
  });
  const model = await llama.loadModel({ modelPath: resolve(file) });
  const context = await model.createContext({
    contextSize: Math.max(4096, model.trainContextSize),
    sequences: 1,
    threads: 1,
  });
  const sequence = context.getSequence();
  const template = new Template(model.fileInfo.metadata.tokenizer.chat_template);

  async function ask({ messages, tools, think, prefix = '', temperature = 0, seed = 1, max = 220 }) {
    const prompt = template.render({
      messages,
      tools: tools ?? undefined,
      add_generation_prompt: true,
      enable_thinking: think === true,
    });
    const input = model.tokenize(prompt + prefix, true);
    await sequence.adaptStateToTokens(input.slice(0, -1), false);
    const output = [];
    for await (const token of sequence.evaluate(input.slice(sequence.nextTokenIndex), {
      temperature,
      seed,
      topP: 0.95,
    })) {
      output.push(token);
      if (output.length >= max) break;
    }
    const text = prefix + model.detokenize(output, true);
    const response = (think ? text.split('</think>').at(-1) : text).trimStart();
    const calls = callsIn(response);
    const complete = output.length < max && (!think || text.includes('</think>'));
    return {
      text,
      response: calls.length > 0 ? '' : response,
      calls,
      promptTokens: input.length,
      stopped: complete && isClean(response, calls),
    };
  }

  return { ask, count: (text) => model.tokenize(text, true).map(Number), close: () => llama.dispose() };
}

function callsIn(text) {
  return [...text.matchAll(/<tool_call>\n([\s\S]*?)(?:\n<\/tool_call>|$)/g)].map((match) => {
    try {
      return JSON.parse(match[1]);
    } catch {
      return { name: 'not JSON', arguments: {} };
    }
  });
}

/** No mark out of its place: a text has none, and calls are nothing but calls. */
function isClean(response, calls) {
  const rest = calls.length > 0 ? response.replaceAll(/<tool_call>\n[\s\S]*?\n<\/tool_call>\n?/g, '') : response;
  return calls.length > 0 ? rest === '' : !/<\/?(?:think|tool_call|tool_response|tools)>|<\|/.test(rest);
}
