// Paths in a request of this API, by the neutral values derived from them.
import type { RequestPaths, Message, Part, ToolDefinition, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import { once } from '../shared/once.js';
import { withoutUpstreamPaths } from '../shared/without-upstream-paths.js';
import { passthroughFieldsOf } from './extensions.js';
import { pathOfContent } from './decode/resolve-items.js';

export function requestPaths(request: ResponseCreateParams, turn: TurnRequest): RequestPaths {
  const paths = once(() => pathsOfParts(request.input, turn.input));
  return {
    part: (part) => paths().get(part),
    tool(tool, member) {
      const path = pathOfTool(request.tools ?? [], turn.generation.tools, tool);
      return path === undefined ? undefined : `${path}.${member === 'inputSchema' ? 'parameters' : member}`;
    },
    field: (name) => otherNames.get(name) ?? name,
    forwarded: (error) =>
      request.previous_response_id == null && request.conversation == null ? error : withoutUpstreamPaths(error),
  };
}

const otherNames: ReadonlyMap<string, string> = new Map([
  ['messages', 'input'],
  ['max_tokens', 'max_output_tokens'],
  ['outputFormat', 'text.format'],
]);

/** Of every part that the input was made to. */
function pathsOfParts(input: ResponseCreateParams['input'], messages: readonly Message[]): ReadonlyMap<Part, string> {
  const paths = new Map<Part, string>();
  let index = 0;
  for (const { role, parts } of messages) {
    const starts = startsOf(role, parts);
    for (const [nth, start] of starts.entries()) {
      const item = Array.isArray(input) ? input[index] : undefined;
      const path = Array.isArray(input) ? `input.${index}` : 'input';
      for (const [at, part] of parts.slice(start, starts[nth + 1]).entries())
        recordPartPaths(paths, part, item, path, at);
      index += 1;
    }
  }
  return paths;
}

/** `nth`: which of the parts of `item` it is. */
function recordPartPaths(
  paths: Map<Part, string>,
  part: Part,
  item: object | undefined,
  path: string,
  nth: number,
): void {
  paths.set(part, pathOfContent(item, path, nth));
  if (part.type !== 'tool-result') return;
  const { output }: { readonly output?: unknown } = item ?? {};
  for (const [inside, content] of part.content.entries())
    paths.set(content, Array.isArray(output) ? `${path}.output.${inside}` : path);
}

/**
 * Indexes where the items of a message start among its parts: an assistant message may have several items, and so may
 * results; every other message is one item.
 */
function startsOf(role: Message['role'], parts: readonly Part[]): readonly number[] {
  if (role !== 'assistant' && role !== 'tool') return [0];
  const starts: number[] = [];
  for (let at = 0; at < parts.length; at += passthroughFieldsOf(parts[at]?.extensions).parts ?? 1) starts.push(at);
  return starts;
}

/** Each tool counts as one, and so does a namespace without tools; any other namespace counts as many as it holds. */
function pathOfTool(
  payload: NonNullable<ResponseCreateParams['tools']>,
  tools: readonly ToolDefinition[],
  tool: ToolDefinition,
): string | undefined {
  let offset = tools.indexOf(tool);
  if (offset < 0) return undefined;
  for (const [index, one] of payload.entries()) {
    const size = one.type === 'namespace' ? Math.max(1, one.tools.length) : 1;
    if (offset < size) return one.type === 'namespace' ? `tools.${index}.tools.${offset}` : `tools.${index}`;
    offset -= size;
  }
  return undefined;
}
