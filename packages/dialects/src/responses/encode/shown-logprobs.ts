// An accumulated text has its log-probabilities at its end: one that was cut has those of its deltas.
import { logprobSchema, type Logprob, type ResponseOutputItem } from '@org/protocol/responses';
import type { SentEvent } from './sent-event.js';

/** `item`, of which `events` were shown, its texts with the log-probabilities that they brought. */
export function withShownLogprobs(item: ResponseOutputItem, events: readonly SentEvent[]): ResponseOutputItem {
  if (item.type !== 'message') return item;
  const content = item.content.map((part, place) => {
    if (part.type !== 'output_text') return part;
    const logprobs = events.flatMap((event) =>
      event.type === 'response.output_text.delta' && event.content_index === place ? wholeOf(event.logprobs) : [],
    );
    return logprobs.length === 0 ? part : { ...part, logprobs };
  });
  return { ...item, content };
}

function wholeOf(told: readonly unknown[]): readonly Logprob[] {
  if (told.length === 0) return [];
  const parsed = logprobSchema.array().safeParse(told);
  return parsed.success ? parsed.data : [];
}
