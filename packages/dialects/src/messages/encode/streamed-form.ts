import type { JsonObject } from '@org/engine';
import type { ContentBlock, ContentBlockDelta } from '@org/protocol/messages';
import { verbatim } from '../../shared/json-of.js';

/** A finished block as a stream sends it: the members of its start, and the delta with the rest. */
export interface StreamedForm {
  readonly start: ContentBlock;
  readonly delta?: ContentBlockDelta;
}

/**
 * Most blocks are complete in their start. Clients read the input of a server tool and the text of a compaction from
 * deltas only; that of an MCP tool from the start only, and treat a delta as a call without a name. The delta of an
 * input without members adds nothing: some clients append it to the `{}` that they already hold, others reject a
 * block without one.
 */
export function streamedForm(block: JsonObject): StreamedForm {
  switch (block['type']) {
    case 'server_tool_use': {
      const input = JSON.stringify(block['input'] ?? {});
      return {
        start: verbatim({ ...block, input: {} }),
        delta: { type: 'input_json_delta', partial_json: input === '{}' ? '' : input },
      };
    }
    case 'compaction': {
      const { content = null, encrypted_content: encrypted } = block;
      const encryptedText = encrypted === undefined ? {} : { encrypted_content: encrypted };
      return {
        start: verbatim({ ...block, content: null, ...(encrypted !== undefined && { encrypted_content: null }) }),
        delta: verbatim({ type: 'compaction_delta', content, ...encryptedText }),
      };
    }
    default:
      return { start: verbatim(block) };
  }
}
