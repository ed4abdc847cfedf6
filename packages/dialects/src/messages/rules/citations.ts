import type { JsonObject } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { jsonOf } from '../../shared/json-of.js';
import { blocksOf } from '../blocks-of.js';
import { asksForCitations } from '../citable.js';
import type { Rule, Violation } from './rule.js';

/** A source that the model may be asked to cite, and where it is in the request. */
interface Citable {
  readonly path: string;
  readonly type: string;
  readonly isEnabled: boolean;
}

/**
 * Citations are on for all documents of a request or for none, and so for its search results. They exclude a format
 * of the output, because they divide the text into blocks.
 */
export const citations: Rule = ({ messages, tools, output_config: config, output_format: oldFormat }) => {
  const sources = messages.flatMap((message, at) =>
    message.role === 'user' ? citablesOf(blocksOf(message).map(jsonOf), `messages.${at}.content`) : [],
  );
  const enabled = sources.find(({ isEnabled }) => isEnabled)?.path ?? citingTool(tools);
  if (enabled === undefined) return undefined;
  const format = formatPath(config?.format, oldFormat);
  if (format !== undefined)
    return { param: format, message: `${format}: Citations (${enabled}.citations) exclude an output format.` };
  return mixed(sources);
};

/** The documents and search results among blocks, and in the tool results among them. */
function citablesOf(blocks: readonly JsonObject[], path: string): Citable[] {
  return blocks.flatMap((block, at): Citable[] => {
    const { type, content } = block;
    const blockPath = `${path}.${at}`;
    if (type === 'tool_result' && Array.isArray(content))
      return citablesOf(content.map(jsonOf), `${blockPath}.content`);
    if (type !== 'document' && type !== 'search_result') return [];
    return [{ path: blockPath, type, isEnabled: asksForCitations(block) }];
  });
}

/** The tool that reads pages to cite. */
function citingTool(tools: MessageCreateParams['tools']): string | undefined {
  const at = (tools ?? []).map(jsonOf).findIndex((tool) => {
    const { type } = tool;
    return typeof type === 'string' && type.startsWith('web_fetch_') && asksForCitations(tool);
  });
  return at < 0 ? undefined : `tools.${at}`;
}

function formatPath(format: unknown, oldFormat: unknown): string | undefined {
  if (format !== undefined && format !== null) return 'output_config.format';
  return oldFormat === undefined || oldFormat === null ? undefined : 'output_format';
}

/** The first source that differs from the first one of its type. */
function mixed(sources: readonly Citable[]): Violation | undefined {
  const first = new Map<string, Citable>();
  for (const source of sources) {
    const { path, type, isEnabled } = source;
    const other = first.get(type);
    if (other === undefined) first.set(type, source);
    else if (other.isEnabled !== isEnabled) {
      const param = `${path}.citations`;
      return {
        param,
        message: `${param}: Enable citations for all blocks of type ${type} in the request, or for none.`,
      };
    }
  }
  return undefined;
}
