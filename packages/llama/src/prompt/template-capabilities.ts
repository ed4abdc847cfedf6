import { reasoningIn } from '../parse/output-family.js';
import type { PromptTemplate, TemplateCall, TemplateMessage, TemplateTool } from './prompt-template.js';

/** The capabilities of a template, found by probing, because templates do not declare them. */
export interface TemplateCapabilities {
  /** It renders the given tools. */
  readonly tools: boolean;
  /** It wants the arguments of a call as JSON text or as an object. */
  readonly argumentsAs: 'text' | 'object';
  /** It accepts arguments that are not an object, such as truncated ones. */
  readonly anyArguments: boolean;
  /** It renders assistant calls and tool results. */
  readonly calls: boolean;
  /** It renders every call of a message, not only the first. */
  readonly parallelCalls: boolean;
  /** It renders results even without calls. */
  readonly resultsWithoutCalls: boolean;
  /** It renders reasoning from before those results, but none from before a user message. */
  readonly resultsWithReasoning: boolean;
  /** The field whose reasoning it renders before calls, if any. */
  readonly reasoningField?: 'reasoning_content' | 'thinking' | 'reasoning';
  /** It renders text before calls in that position, and next to reasoning, too, if it renders that. */
  readonly textBeforeCalls: boolean;
  /** It accepts a user message directly after results. */
  readonly userAfterResults: boolean;
  /** It renders a system message before everything else, with any end of the conversation. */
  readonly systemFirst: boolean;
  /** It accepts an assistant message before the first user message, such as a greeting. */
  readonly assistantFirst: boolean;
  /**
   * It renders a system message in its position after other messages, too; some templates collect all of them at the
   * beginning.
   */
  readonly systemAnywhere: boolean;
  /** It accepts two consecutive messages of one role. */
  readonly repeatedRoles: boolean;
  /** Asking for reasoning changes the prompt. */
  readonly thinkingSwitch: boolean;
  /** It opens reasoning where an effort is given, and only there. */
  readonly thinksByEffort: boolean;
}

const user: TemplateMessage = { role: 'user', content: 'probe-user' };
const assistant: TemplateMessage = { role: 'assistant', content: 'probe-text' };
const system: TemplateMessage = { role: 'system', content: 'probe-system' };

/** Members that some templates require in addition, such as a description of each property. */
const probeTool: TemplateTool = {
  type: 'function',
  function: {
    name: 'probe_tool',
    description: 'probe',
    parameters: { type: 'object', properties: { text: { type: 'string', description: 'probe' } }, required: ['text'] },
  },
};

export function detectTemplateCapabilities(template: PromptTemplate): TemplateCapabilities {
  const rendersText = (text: string, messages: readonly TemplateMessage[]): boolean =>
    template.attempt({ messages })?.includes(text) === true;
  const withTools = template.attempt({ messages: [user], tools: [probeTool] });
  const asText = template.attempt({ messages: callMessages('{"probe_key": 1}') });
  const asObject = template.attempt({ messages: callMessages({ probe_key: 1 }) });
  const textRendered = asText?.includes('{"probe_key": 1}') === true;
  const objectRendered = asObject?.includes('probe_key') === true && !asObject.includes('[object');
  // Some templates wrap arguments given as text in their own braces.
  const braced = asText?.includes('{{"probe_key": 1}}') === true;
  // Some templates render the members of an object one by one, but text unchanged.
  const byMember = asObject?.includes('"probe_key":') === false;
  const argumentsAs = objectRendered && (braced || byMember || !textRendered) ? 'object' : 'text';
  const args = argumentsAs === 'text' ? '{"probe_key": 1}' : { probe_key: 1 };
  const rendersReasoning = (reasoning: Partial<TemplateMessage>): boolean =>
    rendersText('probe-reasoning', resultMessages(args, reasoning));
  const result: TemplateMessage = {
    role: 'tool',
    content: 'probe-result',
    tool_call_id: 'call12345',
    name: 'probe_tool',
  };
  const renderedBefore = (text: string, next: TemplateMessage): boolean =>
    rendersText(text, [user, { ...assistant, reasoning_content: 'probe-reasoning' }, next]);
  const reasoningField = (['reasoning_content', 'thinking', 'reasoning'] as const).find((name) =>
    rendersReasoning({ [name]: 'probe-reasoning' }),
  );
  const both =
    reasoningField === undefined
      ? ''
      : (template.attempt({
          messages: resultMessages(args, { content: 'probe-text', [reasoningField]: 'probe-reasoning' }),
        }) ?? '');
  const promptWithText = template.attempt({ messages: resultMessages(args, { content: 'probe-text' }) }) ?? '';
  const on = template.attempt({ messages: [user], thinking: true });
  const late = template.attempt({ messages: [user, assistant, system, user] }) ?? '';
  const off = template.attempt({ messages: [user], thinking: false });
  const reasoningMarkers = reasoningIn(template.source);
  const opens = (prompt: string | undefined): boolean =>
    reasoningMarkers !== undefined && prompt?.trimEnd().endsWith(reasoningMarkers.open) === true;
  return {
    tools: withTools?.includes('probe_tool') === true,
    argumentsAs,
    anyArguments: asText !== undefined,
    calls: (textRendered || objectRendered) && (asObject ?? asText)?.includes('probe-result') === true,
    parallelCalls: rendersText(
      'probe_second',
      resultMessages(args, {}, [probeCall(args), probeCall(args, 'probe_second')]),
    ),
    resultsWithoutCalls: renderedBefore('probe-result', result),
    resultsWithReasoning:
      renderedBefore('probe-result', result) &&
      renderedBefore('probe-reasoning', result) &&
      !renderedBefore('probe-reasoning', { role: 'user', content: resultAsText('probe-result') }),
    ...(reasoningField === undefined ? {} : { reasoningField }),
    textBeforeCalls:
      textPrecedesCalls(promptWithText) &&
      (reasoningField === undefined || (textPrecedesCalls(both) && both.includes('probe-reasoning'))),
    userAfterResults: rendersText('probe-after', [...resultMessages(args), { role: 'user', content: 'probe-after' }]),
    systemFirst: [[user], resultMessages(args)].every(
      (messages) => !rendersText('probe-user', messages) || rendersText('probe-system', [system, ...messages]),
    ),
    assistantFirst: rendersText('probe-text', [assistant, user]),
    systemAnywhere: late.lastIndexOf('probe-system') > late.indexOf('probe-text'),
    repeatedRoles:
      template.attempt({ messages: [user, { role: 'user', content: 'probe-second' }] })?.includes('probe-second') ===
      true,
    thinkingSwitch: on !== undefined && off !== undefined && on !== off,
    thinksByEffort: !opens(on) && opens(template.attempt({ messages: [user], thinking: true, effort: 'high' })),
  };
}

/** Whether a prompt contains the text before a call, and the call after it. */
function textPrecedesCalls(prompt: string): boolean {
  const at = prompt.indexOf('probe-text');
  return at !== -1 && at < prompt.indexOf('probe_key');
}

/** A result in the name of the user. */
export function resultAsText(content: string): string {
  return `<tool_response>\n${content}\n</tool_response>`;
}

function callMessages(args: TemplateCall['function']['arguments']): readonly TemplateMessage[] {
  return [...resultMessages(args), assistant, user];
}

function resultMessages(
  args: TemplateCall['function']['arguments'],
  more: Partial<TemplateMessage> = {},
  calls: readonly TemplateCall[] = [probeCall(args)],
): readonly TemplateMessage[] {
  return [
    user,
    { role: 'assistant', content: '', ...more, tool_calls: calls },
    ...calls.map((call): TemplateMessage => ({
      role: 'tool',
      content: 'probe-result',
      tool_call_id: call.id,
      name: 'probe_tool',
    })),
  ];
}

function probeCall(args: TemplateCall['function']['arguments'], name = 'probe_tool'): TemplateCall {
  return {
    id: name === 'probe_tool' ? 'call12345' : 'call67890',
    type: 'function',
    function: { name, arguments: args },
  };
}
