// What a client's user sees of an answer, whatever client read it.
import type { Message } from '@org/protocol/messages';
import type { Response } from '@org/protocol/responses';

export interface Reading {
  text: string;
  reasoning: string;
  /** Summary of an earlier part of the conversation. */
  compaction: string;
  refusal: string;
  calls: { id: string; name: string; input: unknown }[];
}

export function emptyReading(): Reading {
  return { text: '', reasoning: '', compaction: '', refusal: '', calls: [] };
}

export function readingOfMessage(message: Message): Reading {
  const reading = emptyReading();
  for (const block of message.content) {
    if (block.type === 'text') reading.text += block.text;
    else if (block.type === 'thinking') reading.reasoning += block.thinking;
    else if (block.type === 'tool_use') reading.calls.push({ id: block.id, name: block.name, input: block.input });
    else if (block.type === 'compaction') reading.compaction += block.content ?? '';
  }
  return reading;
}

export function readingOfResponse(response: Response): Reading {
  const reading = emptyReading();
  for (const item of response.output) {
    if (item.type === 'message') {
      for (const part of item.content) {
        if (part.type === 'output_text') reading.text += part.text;
        else if (part.type === 'refusal') reading.refusal += part.refusal;
      }
    } else if (item.type === 'reasoning') {
      reading.reasoning += item.summary.map((part) => part.text).join('');
    } else if (item.type === 'function_call') {
      reading.calls.push({ id: item.call_id, name: item.name, input: parsed(item.arguments) });
    } else if (item.type === 'custom_tool_call') {
      reading.calls.push({ id: item.call_id, name: item.name, input: item.input });
    }
  }
  return reading;
}

/** Arguments that were cut are no JSON: what there is of them. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
