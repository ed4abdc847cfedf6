import { toEngineError } from '@org/engine';
import { toFailure, type Failure } from '../../process-messages.js';
import { writePromptText, type PromptContent, type PromptText, type PromptWriter } from '../../prompt/prompt-writer.js';

/** Writes a prompt, or says why it cannot be written. */
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
