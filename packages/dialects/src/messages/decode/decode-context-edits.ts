// `context_management` of a request: what to do with a conversation that has grown long.
import type { ClearReasoning, ClearToolResults, ContextEdit, Summarize, Warning } from '@org/engine';
import type {
  ClearThinking20251015Edit,
  ClearToolUses20250919Edit,
  Compact20260112Edit,
  ContextManagementEdit,
  MessageCreateParams,
} from '@org/protocol/messages';
import { compactionStop, summaryRequest } from './decode-compaction.js';

/** The edits that this service makes, and a warning for each that it does not know. */
export interface DecodedEdits {
  readonly edits: readonly ContextEdit[];
  readonly warnings: readonly Warning[];
}

/** Input tokens above which tool results are emptied when the request names no condition. */
const defaultTrigger: ClearToolResults['trigger'] = { of: 'input-tokens', above: 100_000 };

/** Default number of tool results that stay. */
const defaultToolUsesToKeep = 3;

/** Default number of turns that preserve their thinking. */
const defaultThinkingTurnsToKeep = 1;

/** Input tokens above which a conversation is summarized when the request names no condition. */
const defaultLength = 150_000;

/** Applies each edit once, however often it is listed: each scans the complete conversation. */
export function decodeContextEdits({
  context_management: management,
}: Pick<MessageCreateParams, 'context_management'>): DecodedEdits {
  const edits: ContextEdit[] = [];
  const warnings: Warning[] = [];
  for (const [at, payload] of (management?.edits ?? []).entries()) {
    const edit = decodeEdit(payload);
    if (edit === 'unknown' || (edit !== 'nothing' && edits.some(({ kind }) => kind === edit.kind)))
      warnings.push({
        kind: 'ignored',
        param: `context_management.edits.${at}`,
        message: 'The service does not apply this edit and uses the conversation as the client sent it.',
      });
    else if (edit !== 'nothing') edits.push(edit);
  }
  return { edits, warnings };
}

function decodeEdit(edit: ContextManagementEdit): ContextEdit | 'nothing' | 'unknown' {
  switch (edit.type) {
    case 'clear_tool_uses_20250919':
      return clearToolResults(edit);
    case 'clear_thinking_20251015':
      return clearReasoning(edit);
    case 'compact_20260112':
      return summarize(edit);
    default:
      return 'unknown';
  }
}

function clearToolResults(edit: ClearToolUses20250919Edit): ClearToolResults | 'unknown' {
  const { keep, clear_at_least: atLeast, clear_tool_inputs: inputs, exclude_tools: except } = edit;
  const trigger = triggerOf(edit.trigger);
  if (trigger === undefined) return 'unknown';
  return {
    kind: 'clear-tool-results',
    trigger,
    keep: keep?.value ?? defaultToolUsesToKeep,
    ...(atLeast != null && { atLeast: atLeast.value }),
    exceptTools: except ?? [],
    argumentsOf: Array.isArray(inputs) ? inputs : inputs === true ? 'all' : 'none',
  };
}

function triggerOf(trigger: ClearToolUses20250919Edit['trigger']): ClearToolResults['trigger'] | undefined {
  switch (trigger?.type) {
    case undefined:
      return defaultTrigger;
    case 'input_tokens':
      return { of: 'input-tokens', above: trigger.value };
    case 'tool_uses':
      return { of: 'tool-calls', above: trigger.value };
    default:
      return undefined;
  }
}

/** Keeping all thinking is what happens anyway. */
function clearReasoning({ keep }: ClearThinking20251015Edit): ClearReasoning | 'nothing' | 'unknown' {
  if (keep === undefined) return { kind: 'clear-reasoning', keep: defaultThinkingTurnsToKeep };
  if (keep === 'all') return 'nothing';
  switch (keep.type) {
    case 'all':
      return 'nothing';
    case 'thinking_turns':
      return { kind: 'clear-reasoning', keep: keep.value };
    default:
      return 'unknown';
  }
}

function summarize({ trigger, instructions, pause_after_compaction: pauses }: Compact20260112Edit): Summarize {
  return {
    kind: 'summarize',
    above: trigger?.value ?? defaultLength,
    ...summaryRequest(instructions),
    ...(pauses === true && { pause: compactionStop }),
  };
}
