import { reasoningIn } from '../parse/output-family.js';
import type { PromptTemplate, TemplateCall, TemplateMessage, TemplateTool } from './prompt-template.js';

/** What a template can show, found by trying it out: templates say nothing about themselves. */
export interface TemplateCapabilities {
  /** It shows the tools it is given. */
  readonly tools: boolean;
  /** It wants the arguments of a call as JSON text or as an object. */
  readonly argumentsAs: 'text' | 'object';
  /** It bears arguments that are no object, such as some that were cut off. */
  readonly anyArguments: boolean;
  /** It shows calls of the assistant and results of tools. */
  readonly calls: boolean;
  /** It shows every call of a message, and not the first alone. */
  readonly severalCalls: boolean;
  /** Without calls, too, it shows results. */
  readonly resultsAlone: boolean;
  /** And reasoning from before those, but none from before a word of the user. */
  readonly resultsWithReasoning: boolean;
  /** The name under which it shows reasoning before calls, if it does. */
  readonly reasoningField?: 'reasoning_content' | 'thinking' | 'reasoning';
  /** It shows what was said before calls, there, and beside reasoning, too, if it shows that. */
  readonly textBeforeCalls: boolean;
  /** It bears a word of the user right behind results. */
  readonly userAfterResults: boolean;
  /** It shows a system message before all else, whatever the conversation ends with. */
  readonly systemFirst: boolean;
  /** It bears an answer before the first word of the user, such as a greeting. */
  readonly assistantFirst: boolean;
  /** It shows a system message behind other messages too, in its place: some gather all of them at the beginning. */
  readonly systemAnywhere: boolean;
  /** It bears two messages of one role in a row. */
  readonly repeatedRoles: boolean;
  /** Asking for reasoning changes the prompt. */
  readonly thinkingSwitch: boolean;
  /** It opens reasoning where an effort is given, and only there. */
  readonly thinksByEffort: boolean;
}

const user: TemplateMessage = { role: 'user', content: 'probe-user' };
const assistant: TemplateMessage = { role: 'assistant', content: 'probe-answer' };
const system: TemplateMessage = { role: 'system', content: 'probe-system' };

/** What the templates ask for that ask for more than there has to be, such as a description of each property. */
const probeTool: TemplateTool = {
  type: 'function',
  function: {
    name: 'probe_tool',
    description: 'probe',
    parameters: { type: 'object', properties: { text: { type: 'string', description: 'probe' } }, required: ['text'] },
  },
};

export function detectTemplateCapabilities(template: PromptTemplate): TemplateCapabilities {
  const shows = (text: string, messages: readonly TemplateMessage[]): boolean =>
    template.attempt({ messages })?.includes(text) === true;
  const withTools = template.attempt({ messages: [user], tools: [probeTool] });
  const asText = template.attempt({ messages: callMessages('{"probe_key": 1}') });
  const asObject = template.attempt({ messages: callMessages({ probe_key: 1 }) });
  const textRendered = asText?.includes('{"probe_key": 1}') === true;
  const objectRendered = asObject?.includes('probe_key') === true && !asObject.includes('[object');
  // Some put what they are given as text into braces of their own.
  const braced = asText?.includes('{{"probe_key": 1}}') === true;
  // Some write the members of an object one by one, and of a text the whole.
  const byMember = asObject?.includes('"probe_key":') === false;
  const argumentsAs = objectRendered && (braced || byMember || !textRendered) ? 'object' : 'text';
  const args = argumentsAs === 'text' ? '{"probe_key": 1}' : { probe_key: 1 };
  const showsReasoning = (reasoning: Partial<TemplateMessage>): boolean =>
    shows('probe-thought', resultMessages(args, reasoning));
  const result: TemplateMessage = {
    role: 'tool',
    content: 'probe-result',
    tool_call_id: 'call12345',
    name: 'probe_tool',
  };
  const renderedBefore = (text: string, next: TemplateMessage): boolean =>
    shows(text, [user, { ...assistant, reasoning_content: 'probe-thought' }, next]);
  const reasoningField = (['reasoning_content', 'thinking', 'reasoning'] as const).find((name) =>
    showsReasoning({ [name]: 'probe-thought' }),
  );
  const both =
    reasoningField === undefined
      ? ''
      : (template.attempt({
          messages: resultMessages(args, { content: 'probe-answer', [reasoningField]: 'probe-thought' }),
        }) ?? '');
  const promptWithText = template.attempt({ messages: resultMessages(args, { content: 'probe-answer' }) }) ?? '';
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
    severalCalls: shows('probe_second', resultMessages(args, {}, [probeCall(args), probeCall(args, 'probe_second')])),
    resultsAlone: renderedBefore('probe-result', result),
    resultsWithReasoning:
      renderedBefore('probe-result', result) &&
      renderedBefore('probe-thought', result) &&
      !renderedBefore('probe-thought', { role: 'user', content: resultAsText('probe-result') }),
    ...(reasoningField === undefined ? {} : { reasoningField }),
    textBeforeCalls:
      textPrecedesCalls(promptWithText) &&
      (reasoningField === undefined || (textPrecedesCalls(both) && both.includes('probe-thought'))),
    userAfterResults: shows('probe-after', [...resultMessages(args), { role: 'user', content: 'probe-after' }]),
    systemFirst: [[user], resultMessages(args)].every(
      (messages) => !shows('probe-user', messages) || shows('probe-system', [system, ...messages]),
    ),
    assistantFirst: shows('probe-answer', [assistant, user]),
    systemAnywhere: late.lastIndexOf('probe-system') > late.indexOf('probe-answer'),
    repeatedRoles:
      template.attempt({ messages: [user, { role: 'user', content: 'probe-second' }] })?.includes('probe-second') ===
      true,
    thinkingSwitch: on !== undefined && off !== undefined && on !== off,
    thinksByEffort: !opens(on) && opens(template.attempt({ messages: [user], thinking: true, effort: 'high' })),
  };
}

/** Whether a prompt shows what was said before a call, and the call behind it. */
function textPrecedesCalls(prompt: string): boolean {
  const at = prompt.indexOf('probe-answer');
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
