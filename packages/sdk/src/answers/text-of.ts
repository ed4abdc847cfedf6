import type { Message, Response as ModelResponse } from './answer-types.js';

/** The text of an answer, all of its parts together; empty when the model said nothing. */
export function textOf(answer: Message | ModelResponse): string {
  if ('content' in answer && Array.isArray(answer.content))
    return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (!('output' in answer) || !Array.isArray(answer.output)) return '';
  return answer.output
    .flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}
