import type { Message, Response as ModelResponse } from './response-types.js';

/** The text of an answer, all of its parts together; empty when the model said nothing. */
export function textOf(response: Message | ModelResponse): string {
  if ('content' in response && Array.isArray(response.content))
    return response.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (!('output' in response) || !Array.isArray(response.output)) return '';
  return response.output
    .flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}
