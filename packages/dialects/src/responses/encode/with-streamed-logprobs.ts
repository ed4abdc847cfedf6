// An accumulated text carries its log-probabilities at its end; a truncated text carries those of its deltas.
import { logprobSchema, type Logprob, type ResponseOutputItem } from '@org/protocol/responses';
import type { SentEvent } from './sent-event.js';

/** `item`, of which `events` were streamed, with the log-probabilities that they carried added to its texts. */
export function withStreamedLogprobs(item: ResponseOutputItem, events: readonly SentEvent[]): ResponseOutputItem {
  if (item.type !== 'message') return item;
  const content = item.content.map((part, index) => {
    if (part.type !== 'output_text') return part;
    const logprobs = events.flatMap((event) =>
      event.type === 'response.output_text.delta' && event.content_index === index ? validLogprobs(event.logprobs) : [],
    );
    return logprobs.length === 0 ? part : { ...part, logprobs };
  });
  return { ...item, content };
}

function validLogprobs(reported: readonly unknown[]): readonly Logprob[] {
  if (reported.length === 0) return [];
  const parsed = logprobSchema.array().safeParse(reported);
  return parsed.success ? parsed.data : [];
}
