// The rules inside one content block: how it starts, which deltas it takes, how it may end.
import { tagText } from '../../schema/unknown-tag.js';
import type { ContentBlock } from '../content/content.js';
import type { ContentBlockDelta } from '../streams/events.js';
import type { GrammarRule } from './grammar-rule.js';

/** A broken rule without its place in the stream. */
export interface BlockFault {
  readonly rule: GrammarRule;
  readonly message: string;
}

/** Which deltas each kind of block takes. Kinds with none arrive whole in their start. */
const deltaKinds: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  redacted_thinking: [],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  mcp_tool_use: ['input_json_delta'],
  compaction: ['compaction_delta'],
  web_search_tool_result: [],
  web_fetch_tool_result: [],
  code_execution_tool_result: [],
  bash_code_execution_tool_result: [],
  text_editor_code_execution_tool_result: [],
  tool_search_tool_result: [],
  advisor_tool_result: [],
  mcp_tool_result: [],
  mcp_tool_listing: [],
  container_upload: [],
  fallback: [],
};

/**
 * Members that deltas fill, with what they are at the start. A missing `signature` is as good as an empty one. The input
 * of an MCP tool may stand whole in the start, where most clients look for it, or come in deltas.
 */
function startFault(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return block.text === '' && (block.citations ?? []).length === 0 ? undefined : 'text is not "" at the start';
    case 'thinking':
      return block.thinking === '' && (block.signature ?? '') === ''
        ? undefined
        : 'thinking and signature are not "" at the start';
    case 'tool_use':
    case 'server_tool_use':
      return isEmptyObject(block.input) ? undefined : 'input is not {} at the start';
    case 'redacted_thinking':
      return typeof block.data === 'string' && block.data !== '' ? undefined : 'data is not complete at the start';
    default:
      return undefined;
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Follows one block from its start to its stop. */
export class BlockGrammar {
  readonly type: string;
  readonly index: number;
  #inputText = '';
  #signatures = 0;
  #compactions = 0;
  /** Whether the start brought all that there is. */
  readonly #complete: boolean;

  constructor(block: ContentBlock, index: number) {
    this.type = tagText(block);
    this.index = index;
    this.#complete = block.type === 'mcp_tool_use' && !isEmptyObject(block.input);
  }

  /** What is wrong with the start of `block`. */
  static startFault(block: ContentBlock): BlockFault | undefined {
    if (!Object.hasOwn(deltaKinds, tagText(block))) {
      return { rule: 'known-type', message: `a block of the unknown kind ${tagText(block)}` };
    }
    // The members of a compaction block say by null that there is nothing.
    const nulls = block.type === 'compaction' ? [] : Object.keys(block).filter((key) => block[key] === null);
    if (nulls.length > 0)
      return { rule: 'block-no-null', message: `${nulls.join(', ')} of a ${tagText(block)} block is null` };
    const message = startFault(block);
    return message === undefined ? undefined : { rule: 'block-starts-empty', message };
  }

  push(delta: ContentBlockDelta): BlockFault | undefined {
    const kind = tagText(delta);
    const allowed = deltaKinds[this.type] ?? [];
    if (!allowed.includes(kind)) {
      const known = Object.values(deltaKinds).some((kinds) => kinds.includes(kind));
      return { rule: known ? 'delta-fits-block' : 'known-type', message: `a ${kind} in a ${this.type} block` };
    }
    if (this.#complete)
      return { rule: 'block-starts-empty', message: `a ${kind} in a ${this.type} block that started complete` };
    if (this.#signatures > 0) return { rule: 'signature-single-last', message: `a ${kind} after the signature` };
    if (this.#compactions > 0) return { rule: 'delta-fits-block', message: 'a second compaction_delta' };
    if (delta.type === 'input_json_delta') this.#inputText += delta.partial_json;
    if (delta.type === 'signature_delta') this.#signatures += 1;
    if (delta.type === 'compaction_delta') this.#compactions += 1;
    return undefined;
  }

  /** What is wrong when the block stops here. A fault of `tool-input-object` is forgiven when the answer was cut. */
  stopFault(): BlockFault | undefined {
    if (this.type === 'thinking' && this.#signatures === 0) {
      return { rule: 'signature-single-last', message: 'a thinking block without a signature' };
    }
    if (this.#inputText === '' || isObjectText(this.#inputText)) return undefined;
    return { rule: 'tool-input-object', message: `the input of block ${this.index} is not one JSON object` };
  }
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
