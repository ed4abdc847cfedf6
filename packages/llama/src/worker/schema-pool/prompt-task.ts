import { toEngineError } from '@org/engine';
import { toFailure, type Failure } from '../../process-messages.js';
import { writePromptText, type PromptContent, type PromptText, type PromptWriter } from '../../prompt/write-prompt.js';

/** Renders a prompt, or returns the reason why it cannot be rendered. */
export function runPromptTask(
  writer: PromptWriter,
  content: PromptContent,
): PromptText | { readonly failure: Failure } {
  try {
    return writePromptText(writer, content);
  } catch (thrown) {
    return { failure: toFailure(toEngineError(thrown)) };
  }
}
