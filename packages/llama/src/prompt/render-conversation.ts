import {
  type GenerationRequest,
  isObject,
  parseExactly,
  type JsonObject,
  markedInstruction,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
  withInstructionsInResults,
} from '@org/engine';
import type { CallFormat } from '../parse/call-format.js';
import { splitCalls } from './split-calls.js';
import type { TemplateCall, TemplateInput, TemplateMessage } from './prompt-template.js';
import { contentText } from './part-text.js';
import { flatToolName, type RenderedTool } from './render-tools.js';
import { spacedJson } from './spaced-json.js';
import { writtenCalls, type WrittenCall } from './written-calls.js';
import { resultAsText, type TemplateCapabilities } from './template-capabilities.js';
import type { TextBeforeCalls } from './text-before-calls.js';

/** A conversation as the template gets it. */
export interface RenderedConversation {
  readonly input: TemplateInput;
  /** Text that the completion starts with: the last message is the assistant's, so the model continues it. */
  readonly prefill: string;
}

/** Transforms text for the template; see ControlText. */
export interface TextGuard {
  guard(text: string): string;
  guardAll<T>(value: T): T;
}

export interface RenderOptions {
  readonly capabilities: TemplateCapabilities;
  /**
   * Whether the template renders tools in the model's format; otherwise the system text describes them in the default
   * format.
   */
  readonly nativeTools: boolean;
  /** The call format where the template renders none. */
  readonly form: CallFormat;
  readonly guard: TextGuard;
  /** Preserves text before calls, where the template drops it. */
  readonly textBeforeCalls?: TextBeforeCalls;
}

/** Converts neutral messages to template messages, with substitutes for content that this template cannot render. */
export function renderConversation(
  request: GenerationRequest,
  messages: readonly Message[],
  tools: readonly RenderedTool[],
  { nativeTools, form, guard, textBeforeCalls, capabilities: found }: RenderOptions,
): RenderedConversation {
  // A model instructed in the default call format must see its earlier calls in that format, not in another one that
  // the template also supports.
  const capabilities = nativeTools
    ? { ...found, resultsWithReasoning: found.resultsWithoutCalls }
    : { ...found, calls: false };
  const lead = messages.findIndex((message) => message.role !== 'system' && message.role !== 'developer');
  const leading = lead === -1 ? messages : messages.slice(0, lead);
  const systemText = [
    ...leading.map((message) => guard.guard(contentText(message.parts))),
    ...(nativeTools || tools.length === 0 ? [] : [toolInstructions(tools, guard)]),
    ...formatInstructions(request, guard),
  ].filter((text) => text !== '');
  const calls = new Map<string, RenderedCall>();
  const rendered: TemplateMessage[] = [];
  const conversation = messages.slice(leading.length);
  for (const message of capabilities.systemAnywhere ? conversation : withInstructionsInResults(conversation)) {
    for (const next of renderMessage(message, calls, capabilities, form, guard)) append(rendered, next, capabilities);
  }
  const last = rendered.at(-1);
  const continues =
    last?.role === 'assistant' && last.tool_calls === undefined && messages.at(-1)?.role === 'assistant';
  const rest = continues ? rendered.slice(0, -1) : rendered;
  const rendering = rest.map((message) => withReasoningField(textBeforeCalls?.take(message) ?? message, capabilities));
  return {
    input: {
      messages: withSystem(
        systemText.join('\n\n'),
        capabilities.parallelCalls ? rendering : splitCalls(rendering),
        capabilities,
      ),
      ...(nativeTools && tools.length > 0 ? { tools: guard.guardAll(tools.map((tool) => tool.template)) } : {}),
      ...(request.reasoning === undefined ? {} : { thinking: request.reasoning.enabled && !continues }),
      ...effortIn(request, capabilities),
    },
    prefill: continues ? last.content : '',
  };
}

/** A model whose reasoning is controlled only by an effort gets the highest effort that all such models support. */
function effortIn(
  { reasoning }: GenerationRequest,
  { thinksByEffort }: TemplateCapabilities,
): Pick<TemplateInput, 'effort'> {
  const effort = reasoning?.effort ?? (reasoning?.enabled === true && thinksByEffort ? 'high' : undefined);
  return effort === undefined ? {} : { effort };
}

/**
 * Renames reasoning to the field that the template reads. Text before a call is appended to it, where nothing else
 * preserves that text.
 */
function withReasoningField(
  message: TemplateMessage,
  { reasoningField, textBeforeCalls }: TemplateCapabilities,
): TemplateMessage {
  const { tool_calls: calls, reasoning_content: reasoningText = '', content, role } = message;
  if (calls === undefined || reasoningField === undefined) return message;
  const [text, reasoning] = textBeforeCalls ? [content, reasoningText] : ['', joined(reasoningText, content)];
  return { role, content: text, ...(reasoning === '' ? {} : { [reasoningField]: reasoning }), tool_calls: calls };
}

function withSystem(
  text: string,
  rest: readonly TemplateMessage[],
  capabilities: TemplateCapabilities,
): readonly TemplateMessage[] {
  const rendering: readonly TemplateMessage[] =
    rest[0]?.role === 'assistant' && !capabilities.assistantFirst ? [{ role: 'user', content: '' }, ...rest] : rest;
  if (text === '') return rendering;
  if (capabilities.systemFirst) return [{ role: 'system', content: text }, ...rendering];
  const first = rest[0];
  if (first?.role !== 'user') return [{ role: 'user', content: text }, ...rest];
  return [{ role: 'user', content: `${text}\n\n${first.content}` }, ...rest.slice(1)];
}

/** What a call is called in the prompt. */
interface RenderedCall {
  /** Id by the position in the conversation, because some templates reject ids that are not nine letters and digits. */
  readonly id: string;
  readonly name: string;
}

function* renderMessage(
  message: Message,
  calls: Map<string, RenderedCall>,
  capabilities: TemplateCapabilities,
  form: CallFormat,
  guard: TextGuard,
): Generator<TemplateMessage> {
  const text = guard.guard(contentText(message.parts));
  switch (message.role) {
    case 'system':
    case 'developer':
      // A message without text changed settings and has no content.
      if (text !== '')
        yield capabilities.systemAnywhere
          ? { role: 'system', content: text }
          : { role: 'user', content: markedInstruction(text) };
      return;
    case 'assistant':
      yield renderAssistantMessage(message, text, calls, capabilities, form, guard);
      return;
    case 'user':
    case 'tool':
      for (const part of message.parts)
        if (part.type === 'tool-result') yield renderResult(part, calls, capabilities, guard);
      if (text !== '' || (message.role === 'user' && message.parts.length === 0)) yield { role: 'user', content: text };
  }
}

function renderAssistantMessage(
  message: Message,
  text: string,
  known: Map<string, RenderedCall>,
  capabilities: TemplateCapabilities,
  form: CallFormat,
  guard: TextGuard,
): TemplateMessage {
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  for (const call of calls)
    known.set(call.callId, {
      id: known.get(call.callId)?.id ?? `call${String(known.size).padStart(5, '0')}`,
      name: flatToolName(call),
    });
  const reasoning = message.parts
    .filter((part) => part.type === 'reasoning' && (part.signature === undefined || part.signature.signer === 'local'))
    .map((part) => (part.type === 'reasoning' ? guard.guard(part.text) : ''))
    .filter((segment) => segment !== '')
    .join('\n');
  const written = capabilities.calls
    ? ''
    : writtenCalls(
        calls.map((call) => writtenCall(call, guard)),
        form,
      );
  return {
    role: 'assistant',
    content: [text, written].filter((segment) => segment !== '').join('\n'),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(capabilities.calls && calls.length > 0
      ? { tool_calls: calls.map((call) => templateCall(call, known.get(call.callId)?.id ?? '', capabilities, guard)) }
      : {}),
  };
}

function templateCall(
  call: ToolCallPart,
  id: string,
  capabilities: TemplateCapabilities,
  guard: TextGuard,
): TemplateCall {
  const args = argumentsJson(call);
  const rendered =
    capabilities.argumentsAs === 'object'
      ? (parsedObject(args) ?? (capabilities.anyArguments ? args : { arguments: args }))
      : args;
  return {
    id,
    type: 'function',
    function: { name: guard.guard(flatToolName(call)), arguments: guard.guardAll(rendered) },
  };
}

function writtenCall(call: ToolCallPart, guard: TextGuard): WrittenCall {
  const args = argumentsJson(call);
  return {
    name: guard.guard(flatToolName(call)),
    argumentsText: guard.guard(args),
    arguments: guard.guardAll(parsedObject(args) ?? { arguments: args }),
  };
}

/** Free text is wrapped in the single member that {@link RenderedTool} describes. */
function argumentsJson(call: ToolCallPart): string {
  if (call.kind === 'custom') return spacedJson({ input: call.argumentsText });
  return call.argumentsText === '' ? '{}' : call.argumentsText;
}

function renderResult(
  part: ToolResultPart,
  calls: ReadonlyMap<string, RenderedCall>,
  capabilities: TemplateCapabilities,
  guard: TextGuard,
): TemplateMessage {
  const text = contentText(part.content);
  const content = guard.guard(part.isError === true && !/^\s*error/i.test(text) ? `Error: ${text}` : text);
  if (!capabilities.calls && !capabilities.resultsWithReasoning)
    return { role: 'user', content: resultAsText(content) };
  const call = calls.get(part.callId);
  return {
    role: 'tool',
    content,
    tool_call_id: call?.id ?? '',
    ...(call === undefined ? {} : { name: guard.guard(call.name) }),
  };
}

/** One completion becomes one message, however many messages the dialect split it into. */
function append(
  rendered: TemplateMessage[],
  next: TemplateMessage,
  { repeatedRoles, userAfterResults }: TemplateCapabilities,
): void {
  const last = rendered.at(-1);
  // Inserts an empty assistant message between the results and the next user message.
  if (last?.role === 'tool' && next.role === 'user' && !userAfterResults)
    rendered.push({ role: 'assistant', content: '' });
  const joins =
    last !== undefined &&
    last.role === next.role &&
    (next.role === 'assistant' || (!repeatedRoles && next.role === 'user'));
  if (!joins) {
    rendered.push(next);
    return;
  }
  const reasoning = joined(last.reasoning_content, next.reasoning_content);
  const calls = [...(last.tool_calls ?? []), ...(next.tool_calls ?? [])];
  rendered[rendered.length - 1] = {
    role: next.role,
    content: joined(last.content, next.content),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function joined(first = '', second = ''): string {
  return first === '' || second === '' ? first + second : `${first}\n${second}`;
}

function formatInstructions(request: GenerationRequest, guard: TextGuard): readonly string[] {
  if (request.outputFormat.type !== 'json-schema') return [];
  return [
    `Respond with a JSON object that matches this schema: ${guard.guard(spacedJson(request.outputFormat.schema))}`,
  ];
}

function toolInstructions(tools: readonly RenderedTool[], guard: TextGuard): string {
  const list = tools.map((tool) => guard.guard(spacedJson({ ...tool.template.function })));
  return [
    'You can call these tools:',
    '<tools>',
    ...list,
    '</tools>',
    'To call a tool, write its name and its arguments as JSON between these marks:',
    '<tool_call>',
    '{"name": "tool name", "arguments": {"argument": "value"}}',
    '</tool_call>',
  ].join('\n');
}

function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseExactly(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
