import { EngineError } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';

/** Prompt templates live on OpenAI's servers. Ignoring one would answer another question than was asked. */
export function refusePromptTemplate(request: ResponseCreateParams): void {
  if (request.prompt !== undefined && request.prompt !== null) {
    throw new EngineError(
      'unsupported',
      "Unsupported parameter: 'prompt'. This service does not store prompt templates; send 'instructions' and 'input' instead.",
      {
        param: 'prompt',
      },
    );
  }
}
