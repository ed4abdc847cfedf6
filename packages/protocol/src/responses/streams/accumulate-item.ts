// Applies one event to the item that it names. Pure: it returns a new item and never changes the given one.
import type { ReadResponseOutputItem, ReadResponseStreamEvent } from '../read.js';
import { completeLogprobs } from './streamed-logprobs.js';

type Item<Type extends string> = Extract<ReadResponseOutputItem, { type: Type }>;
type Elements<Value> = Extract<Value, readonly unknown[]>[number];
type Content = Elements<Item<'message'>['content']>;
type OutputText = Extract<Content, { type: 'output_text' }>;
type Reasoning = Elements<Item<'reasoning'>['content']>;
type Summary = Elements<Item<'reasoning'>['summary']>;
type ShellOutput = Elements<Item<'shell_call_output'>['output']>;
type StreamedPart = Extract<ReadResponseStreamEvent, { type: 'response.content_part.added' }>['part'];
/** Index of an item or part, if the event reports it. */
type Index = number | null | undefined;
type List<Value> = readonly Value[] | null | undefined;

/** The item after `event`; the same object when the event does not concern it. */
export function accumulateItem(item: ReadResponseOutputItem, event: ReadResponseStreamEvent): ReadResponseOutputItem {
  switch (item.type) {
    case 'message':
      return accumulateMessageItem(item, event);
    case 'reasoning':
      return accumulateReasoning(item, event);
    case 'function_call':
      if (event.type === 'response.function_call_arguments.delta')
        return { ...item, arguments: (item.arguments ?? '') + event.delta };
      if (event.type === 'response.function_call_arguments.done') return { ...item, arguments: event.arguments };
      return item;
    case 'mcp_call':
      return accumulateMcpCall(item, event);
    case 'custom_tool_call':
      if (event.type === 'response.custom_tool_call_input.delta')
        return { ...item, input: (item.input ?? '') + event.delta };
      if (event.type === 'response.custom_tool_call_input.done') return { ...item, input: event.input };
      return item;
    case 'code_interpreter_call':
      return accumulateCodeInterpreter(item, event);
    case 'file_search_call':
      if (event.type === 'response.file_search_call.in_progress') return { ...item, status: 'in_progress' };
      if (event.type === 'response.file_search_call.searching') return { ...item, status: 'searching' };
      if (event.type === 'response.file_search_call.completed') return { ...item, status: 'completed' };
      return item;
    case 'web_search_call':
      if (event.type === 'response.web_search_call.in_progress') return { ...item, status: 'in_progress' };
      if (event.type === 'response.web_search_call.searching') return { ...item, status: 'searching' };
      if (event.type === 'response.web_search_call.completed') return { ...item, status: 'completed' };
      return item;
    case 'image_generation_call':
      if (event.type === 'response.image_generation_call.in_progress') return { ...item, status: 'in_progress' };
      if (event.type === 'response.image_generation_call.generating') return { ...item, status: 'generating' };
      if (event.type === 'response.image_generation_call.completed') return { ...item, status: 'completed' };
      return item;
    case 'shell_call':
      return accumulateShellCall(item, event);
    case 'shell_call_output':
      return accumulateShellOutput(item, event);
    default:
      return item;
  }
}

function accumulateMessageItem(item: Item<'message'>, event: ReadResponseStreamEvent): Item<'message'> {
  const { content } = item;
  switch (event.type) {
    case 'response.content_part.added':
      return isOutputContent(event.part)
        ? { ...item, content: put(content, event.content_index ?? content?.length, event.part) }
        : item;
    case 'response.content_part.done':
      return isOutputContent(event.part) ? { ...item, content: put(content, event.content_index, event.part) } : item;
    case 'response.output_text.delta':
      return onText(item, event.content_index, ({ text }) => ({ text: text + event.delta }));
    case 'response.output_text.done':
      return onText(item, event.content_index, () => ({ text: event.text, ...completeLogprobs(event.logprobs) }));
    case 'response.refusal.delta':
      return onRefusal(item, event.content_index, (text) => text + event.delta);
    case 'response.refusal.done':
      return onRefusal(item, event.content_index, () => event.refusal);
    case 'response.output_text.annotation.added': {
      const part = at(content, event.content_index);
      if (part?.type !== 'output_text' || event.annotation == null) return item;
      const annotations = put(part.annotations, event.annotation_index ?? part.annotations?.length, event.annotation);
      return { ...item, content: put(content, event.content_index, { ...part, annotations }) };
    }
    default:
      return item;
  }
}

function accumulateReasoning(item: Item<'reasoning'>, event: ReadResponseStreamEvent): Item<'reasoning'> {
  const { content, summary } = item;
  switch (event.type) {
    case 'response.reasoning_summary_part.added':
      return { ...item, summary: put(summary, event.summary_index ?? summary?.length, event.part) };
    case 'response.reasoning_summary_part.done':
      return { ...item, summary: put(summary, event.summary_index, event.part) };
    case 'response.reasoning_summary_text.delta':
      return onSummary(item, event.summary_index, (text) => text + event.delta);
    case 'response.reasoning_summary_text.done':
      return onSummary(item, event.summary_index, () => event.text);
    case 'response.content_part.added':
      return event.part.type === 'reasoning_text'
        ? { ...item, content: put(content, event.content_index ?? content?.length, event.part) }
        : item;
    case 'response.content_part.done':
      return event.part.type === 'reasoning_text'
        ? { ...item, content: put(content, event.content_index, event.part) }
        : item;
    case 'response.reasoning_text.delta':
      return onReasoning(item, event.content_index, (text) => text + event.delta);
    case 'response.reasoning_text.done':
      return onReasoning(item, event.content_index, () => event.text);
    default:
      return item;
  }
}

function accumulateMcpCall(item: Item<'mcp_call'>, event: ReadResponseStreamEvent): Item<'mcp_call'> {
  switch (event.type) {
    case 'response.mcp_call_arguments.delta':
      return { ...item, arguments: (item.arguments ?? '') + (event.delta ?? '') };
    case 'response.mcp_call_arguments.done':
      return { ...item, arguments: event.arguments ?? item.arguments };
    case 'response.mcp_call.in_progress':
      return { ...item, status: 'in_progress' };
    case 'response.mcp_call.completed':
      return { ...item, status: 'completed' };
    case 'response.mcp_call.failed':
      return { ...item, status: 'failed' };
    default:
      return item;
  }
}

function accumulateCodeInterpreter(
  item: Item<'code_interpreter_call'>,
  event: ReadResponseStreamEvent,
): Item<'code_interpreter_call'> {
  switch (event.type) {
    case 'response.code_interpreter_call_code.delta':
      return { ...item, code: (item.code ?? '') + (event.delta ?? '') };
    case 'response.code_interpreter_call_code.done':
      return { ...item, code: event.code ?? item.code };
    case 'response.code_interpreter_call.in_progress':
      return { ...item, status: 'in_progress' };
    case 'response.code_interpreter_call.interpreting':
      return { ...item, status: 'interpreting' };
    case 'response.code_interpreter_call.completed':
      return { ...item, status: 'completed' };
    default:
      return item;
  }
}

function accumulateShellCall(item: Item<'shell_call'>, event: ReadResponseStreamEvent): Item<'shell_call'> {
  const commands = item.action?.commands;
  const setCommand = (index: Index, command: string): Item<'shell_call'> => ({
    ...item,
    action: { ...item.action, commands: put(commands, index, command) },
  });
  switch (event.type) {
    case 'response.shell_call_command.added':
      return setCommand(event.command_index ?? commands?.length, event.command ?? '');
    case 'response.shell_call_command.done':
      return setCommand(event.command_index, event.command ?? at(commands, event.command_index) ?? '');
    case 'response.shell_call_command.delta':
      return setCommand(event.command_index, (at(commands, event.command_index) ?? '') + (event.delta ?? ''));
    default:
      return item;
  }
}

const silentSuccess: ShellOutput = { outcome: { type: 'exit', exit_code: 0 }, stdout: '', stderr: '' };

function accumulateShellOutput(
  item: Item<'shell_call_output'>,
  event: ReadResponseStreamEvent,
): Item<'shell_call_output'> {
  switch (event.type) {
    case 'response.shell_call_output_content.delta': {
      const before = at(item.output, event.command_index) ?? silentSuccess;
      const stdout = (before.stdout ?? '') + (event.delta?.stdout ?? '');
      const stderr = (before.stderr ?? '') + (event.delta?.stderr ?? '');
      return { ...item, output: put(item.output, event.command_index, { ...before, stdout, stderr }) };
    }
    case 'response.shell_call_output_content.done': {
      const output = event.output?.[0];
      return output === undefined ? item : { ...item, output: put(item.output, event.command_index, output) };
    }
    default:
      return item;
  }
}

function isOutputContent(part: StreamedPart): part is Content {
  return part.type !== 'reasoning_text';
}

/** A delta without its `content_part.added` starts the part, because some servers omit that event. */
function onText(
  item: Item<'message'>,
  index: Index,
  change: (part: OutputText) => Pick<OutputText, 'text' | 'logprobs'>,
): Item<'message'> {
  const part: Content = at(item.content, index) ?? { type: 'output_text', text: '', annotations: [] };
  return part.type === 'output_text'
    ? { ...item, content: put(item.content, index, { ...part, ...change(part) }) }
    : item;
}

function onRefusal(item: Item<'message'>, index: Index, change: (text: string) => string): Item<'message'> {
  const part: Content = at(item.content, index) ?? { type: 'refusal', refusal: '' };
  return part.type === 'refusal'
    ? { ...item, content: put(item.content, index, { ...part, refusal: change(part.refusal) }) }
    : item;
}

function onSummary(item: Item<'reasoning'>, index: Index, change: (text: string) => string): Item<'reasoning'> {
  const part: Summary = at(item.summary, index) ?? { type: 'summary_text', text: '' };
  return part.type === 'summary_text'
    ? { ...item, summary: put(item.summary, index, { ...part, text: change(part.text) }) }
    : item;
}

function onReasoning(item: Item<'reasoning'>, index: Index, change: (text: string) => string): Item<'reasoning'> {
  const part: Reasoning = at(item.content, index) ?? { type: 'reasoning_text', text: '' };
  return part.type === 'reasoning_text'
    ? { ...item, content: put(item.content, index, { ...part, text: change(part.text) }) }
    : item;
}

/** The value at `index`, or the last value when the index is missing. */
function at<Value>(values: List<Value>, index: Index): Value | undefined {
  return index == null ? values?.at(-1) : values?.[index];
}

/** A copy with `value` at that index, or appended when the index is past the end. */
function put<Value>(values: List<Value>, index: Index, value: Value): Value[] {
  const before = values ?? [];
  const targetIndex = index ?? Math.max(before.length - 1, 0);
  return targetIndex < before.length ? before.with(targetIndex, value) : [...before, value];
}
