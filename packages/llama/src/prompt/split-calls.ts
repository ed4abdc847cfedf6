import type { TemplateMessage } from './prompt-template.js';

/**
 * Splits messages into one call each, followed by its own results, for templates that render only the first call of a
 * message.
 */
export function splitCalls(messages: readonly TemplateMessage[]): readonly TemplateMessage[] {
  const rendered: TemplateMessage[] = [];
  for (let at = 0; at < messages.length;) {
    const message = messages[at];
    if (message === undefined) break;
    at += 1;
    const { tool_calls: calls = [], ...first } = message;
    if (calls.length < 2) {
      rendered.push(message);
      continue;
    }
    const results: TemplateMessage[] = [];
    for (let next = messages[at]; next?.role === 'tool'; next = messages[at]) {
      results.push(next);
      at += 1;
    }
    for (const [index, call] of calls.entries()) {
      rendered.push({ ...(index === 0 ? first : { role: 'assistant', content: '' }), tool_calls: [call] });
      rendered.push(...results.filter((result) => result.tool_call_id === call.id));
    }
  }
  return rendered;
}
