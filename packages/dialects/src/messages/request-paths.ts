// Paths in a request of this API, by the neutral values derived from them.
import type { RequestPaths, Message, Part, TurnRequest } from '@org/engine';
import type { ContentBlockParam, MessageCreateParams, MessageParam } from '@org/protocol/messages';
import { jsonOf } from '../shared/json-of.js';
import { once } from '../shared/once.js';
import { withoutUpstreamPaths } from '../shared/without-upstream-paths.js';
import { blocksOf } from './blocks-of.js';
import { continuedMessage } from './threads.js';

export function requestPaths(request: MessageCreateParams, turn: TurnRequest): RequestPaths {
  const paths = once(() => pathsOfParts(request.messages, turn.input));
  return {
    part: (part) => paths().get(part),
    tool(tool, member) {
      const index = request.tools === undefined ? -1 : turn.generation.tools.indexOf(tool);
      return index < 0 ? undefined : `tools.${index}.${member === 'inputSchema' ? 'input_schema' : member}`;
    },
    field(name) {
      switch (name) {
        case 'reasoning':
          return request.thinking === undefined ? 'output_config.effort' : 'thinking';
        case 'outputFormat':
          return request.output_config?.format == null && jsonOf(request)['output_format'] != null
            ? 'output_format'
            : 'output_config.format';
        default:
          return name;
      }
    },
    forwarded: (error) => (continuedMessage(request) === undefined ? error : withoutUpstreamPaths(error)),
  };
}

/**
 * Paths of every part of `input`, which derives from `messages`: each yields one message, or two where tool results
 * moved out of it.
 */
function pathsOfParts(messages: readonly MessageParam[], input: readonly Message[]): ReadonlyMap<Part, string> {
  const paths = new Map<Part, string>();
  let next = 0;
  for (const [index, message] of messages.entries()) {
    const content = `messages.${index}.content`;
    const blocks = blocksOf(message);
    for (const blockIndices of blockIndicesOf(message)) {
      for (const [nth, part] of (input[next]?.parts ?? []).entries()) {
        const path = blockIndices[nth];
        recordPartPaths(
          paths,
          part,
          path === undefined ? undefined : blocks[path],
          path === undefined ? content : `${content}.${path}`,
        );
      }
      next += 1;
    }
  }
  return paths;
}

function recordPartPaths(
  paths: Map<Part, string>,
  part: Part,
  block: ContentBlockParam | undefined,
  path: string,
): void {
  paths.set(part, path);
  if (part.type !== 'tool-result') return;
  const contentPath = block?.type === 'tool_result' ? `${path}.content` : path;
  const listed = block?.type === 'tool_result' && Array.isArray(block.content);
  for (const [inside, content] of part.content.entries())
    paths.set(content, listed ? `${contentPath}.${inside}` : contentPath);
}

/** Block indexes of each neutral message, in the order of `decodeMessages`. */
function blockIndicesOf(message: MessageParam): readonly (readonly number[])[] {
  const blocks = blocksOf(message);
  const isResult = (at: number): boolean => message.role === 'user' && blocks[at]?.type === 'tool_result';
  const all = [...blocks.keys()];
  const results = all.filter(isResult);
  const others = all.filter((at) => !isResult(at));
  if (results.length === 0) return [others];
  return others.length === 0 ? [results] : [results, others];
}
