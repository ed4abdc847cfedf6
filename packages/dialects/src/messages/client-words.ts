// Where things stand in a request of this wire, by the neutral values that were made of them.
import type { Message } from '@org/engine/model/message';
import type { Part } from '@org/engine/model/part';
import type { ClientWords } from '@org/engine/model/client-words';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import type { MessageCreateParams, MessageParam } from '@org/protocol/messages';
import { jsonOf } from '../shared/json-of.js';
import { findPart, type FoundPart } from '../shared/find-part.js';
import { blocksOf } from './blocks-of.js';

export function clientWords(request: MessageCreateParams, turn: TurnRequest): ClientWords {
  return {
    part: (part) => pathOfPart(request.messages, turn.input, part),
    tool(tool, member) {
      const index = request.tools === undefined ? -1 : turn.generation.tools.indexOf(tool);
      return index < 0 ? undefined : `tools.${index}.${member === 'inputSchema' ? 'input_schema' : member}`;
    },
    field(name) {
      switch (name) {
        case 'reasoning':
          return request.thinking === undefined ? 'output_config.effort' : 'thinking';
        case 'outputFormat':
          return request.output_config?.format == null && jsonOf(request)['output_format'] != null ? 'output_format' : 'output_config.format';
        default:
          return name;
      }
    },
  };
}

/** `input` is what was made of `messages`: of each one message, or two where results of tools left it. */
function pathOfPart(messages: readonly MessageParam[], input: readonly Message[], part: Part): string | undefined {
  let next = 0;
  for (const [at, message] of messages.entries()) {
    for (const places of placesOf(message)) {
      const found = findPart(input[next]?.parts ?? [], part);
      next += 1;
      if (found !== undefined) return pathOfBlock(message, `messages.${at}.content`, places[found.index], found);
    }
  }
  return undefined;
}

/** The places of the blocks that each neutral message has, in the order of `decodeMessages`. */
function placesOf(message: MessageParam): readonly (readonly number[])[] {
  const blocks = blocksOf(message);
  const isResult = (at: number): boolean => message.role === 'user' && blocks[at]?.type === 'tool_result';
  const all = [...blocks.keys()];
  const results = all.filter(isResult);
  const others = all.filter((at) => !isResult(at));
  if (results.length === 0) return [others];
  return others.length === 0 ? [results] : [results, others];
}

function pathOfBlock(message: MessageParam, content: string, place: number | undefined, { inside }: FoundPart): string {
  if (place === undefined) return content;
  const block = blocksOf(message)[place];
  if (inside === undefined || block?.type !== 'tool_result') return `${content}.${place}`;
  return Array.isArray(block.content) ? `${content}.${place}.content.${inside}` : `${content}.${place}.content`;
}
