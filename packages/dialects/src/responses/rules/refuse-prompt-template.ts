import { EngineError } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';

/** Prompt templates are stored on OpenAI's servers. Ignoring one would respond to a different request. */
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
