import type { Message, Response as ModelResponse } from './response-types.js';

/** The joined text of all parts of a response; empty when the model returned no text. */
export function getOutputText(response: Message | ModelResponse): string {
  if ('content' in response && Array.isArray(response.content))
    return response.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (!('output' in response) || !Array.isArray(response.output)) return '';
  return response.output
    .flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}
