import { EngineError } from '../errors/engine-error.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';
import type { Generator } from '../ports/generator.js';
import type { RunContext } from '../ports/run-context.js';

/** UTF-16 units of common text that make one token. */
const unitsPerToken = 4;

/** Tokens of a picture or another file, roughly. */
const mediaTokens = 1000;

/** How many input tokens `request` has: counted where the generator can count, else estimated from the length of its text. */
export async function inputSize(request: GenerationRequest, generator: Generator, context: RunContext): Promise<number> {
  if (generator.countTokens === undefined) return estimate(request);
  try {
    return await generator.countTokens(request, context);
  } catch (thrown) {
    // Some find out only when they are asked.
    if (thrown instanceof EngineError && thrown.code === 'unsupported') return estimate(request);
    throw thrown;
  }
}

function estimate({ messages, tools }: GenerationRequest): number {
  const offered = tools.reduce((sum, tool) => sum + JSON.stringify(tool).length, 0);
  return Math.ceil((offered + messages.reduce((sum, message) => sum + unitsOfMessage(message), 0)) / unitsPerToken);
}

function unitsOfMessage({ role, parts }: Message): number {
  return parts.reduce((sum, part) => sum + unitsOf(part), role.length);
}

function unitsOf(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length;
    case 'tool-call':
      return part.name.length + part.argumentsText.length;
    case 'tool-result':
      return part.content.reduce((sum, content) => sum + unitsOf(content), 0);
    case 'media':
      return part.source.type === 'text' ? part.source.text.length : mediaTokens * unitsPerToken;
    case 'opaque':
      return part.text?.length ?? 0;
  }
}
