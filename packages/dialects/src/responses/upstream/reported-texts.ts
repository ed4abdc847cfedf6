import { isObject, type JsonObject, type JsonValue, textOf } from '@org/engine';

/**
 * What the events of an item report as complete: each text, each content and the arguments. The item's own end may lack
 * them.
 */
export class ReportedTexts {
  readonly #members: Record<string, JsonValue> = {};
  readonly #lists: Record<'content' | 'summary', JsonObject[]> = { content: [], summary: [] };

  take(event: JsonObject): void {
    switch (event['type']) {
      case 'response.output_text.done':
        return this.#set('content', event['content_index'], {
          type: 'output_text',
          text: textOf(event['text']),
          annotations: [],
        });
      case 'response.refusal.done':
        return this.#set('content', event['content_index'], { type: 'refusal', refusal: textOf(event['refusal']) });
      case 'response.reasoning_text.done':
        return this.#set('content', event['content_index'], { type: 'reasoning_text', text: textOf(event['text']) });
      case 'response.reasoning_summary_text.done':
        return this.#set('summary', event['summary_index'], { type: 'summary_text', text: textOf(event['text']) });
      case 'response.content_part.added':
      case 'response.content_part.done':
        return this.#setPart('content', event['content_index'], event['part']);
      case 'response.reasoning_summary_part.added':
      case 'response.reasoning_summary_part.done':
        return this.#setPart('summary', event['summary_index'], event['part']);
      case 'response.function_call_arguments.done':
        return this.#setMembers(event, ['arguments', 'name', 'call_id']);
      case 'response.custom_tool_call_input.done':
        return this.#setMembers(event, ['input', 'name', 'call_id']);
      default:
        return undefined;
    }
  }

  /** The item as far as the events report it. */
  asItem(type: JsonValue | undefined): JsonObject {
    const { content, summary } = this.#lists;
    // A list may have holes where the upstream counts in its own way.
    return {
      ...(type !== undefined && { type }),
      ...this.#members,
      ...(content.length > 0 && { content: content.filter(isObject) }),
      ...(summary.length > 0 && { summary: summary.filter(isObject) }),
    };
  }

  #setPart(list: 'content' | 'summary', index: JsonValue | undefined, part: JsonValue | undefined): void {
    if (isObject(part) && textOf(part['text'] ?? part['refusal']) !== '') this.#set(list, index, part);
  }

  #set(list: 'content' | 'summary', index: JsonValue | undefined, entry: JsonObject): void {
    const at = isEntryIndex(index) ? index : 0;
    this.#lists[list][at] = entry;
  }

  #setMembers(event: JsonObject, names: readonly string[]): void {
    for (const name of names) {
      const value = event[name];
      if (value !== undefined && value !== null && value !== '') this.#members[name] = value;
    }
  }
}

function isEntryIndex(index: JsonValue | undefined): index is number {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < maxEntries;
}

/** Larger than any item's number of texts; no array grows by what an upstream counts. */
const maxEntries = 1000;
