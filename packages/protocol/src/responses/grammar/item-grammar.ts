import type { ResponseStreamEvent } from '../events/stream-event.js';
import type { ResponseOutputItem } from '../items/output-item.js';
import { ContentParts } from './content-parts.js';
import type { Fault } from './fault.js';
import { GrowingText } from './growing-text.js';
import { Progress } from './progress.js';
import { ShellCommands, ShellOutputs } from './shell-streams.js';
import { SummaryParts } from './summary-parts.js';

const openStatuses: ReadonlySet<unknown> = new Set([
  'in_progress',
  'searching',
  'interpreting',
  'generating',
  'calling',
]);

/** The order of the events of one item, from `output_item.added` to `output_item.done`. */
export class ItemGrammar {
  readonly id: string;
  readonly type: ResponseOutputItem['type'];
  readonly #callId: unknown;
  readonly #parts = new ContentParts();
  readonly #summary = new SummaryParts();
  readonly #written = new GrowingText('the input of the call');
  readonly #commands = new ShellCommands();
  readonly #outputs = new ShellOutputs();
  readonly #progress = new Progress();
  #partialImages = 0;
  #done: ResponseOutputItem | undefined;

  constructor(item: ResponseOutputItem, fault: Fault) {
    const id: unknown = item['id'];
    if (typeof id !== 'string' || id === '') throw fault('item-has-id', 'the item has no id');
    if ('call_id' in item && item.call_id === '') throw fault('call-has-id', 'the call has an empty call_id');
    if (!startsEmpty(item))
      throw fault('item-starts-empty', `the ${String(item.type)} item is not empty when it starts`);
    if ('status' in item && item.status === 'completed' && growsByEvents(item)) {
      throw fault('item-starts-in-progress', `the ${String(item.type)} item starts with status completed`);
    }
    this.id = id;
    this.type = item.type;
    this.#callId = item['call_id'];
  }

  /** The finished item, once it is done. */
  get done(): ResponseOutputItem | undefined {
    return this.#done;
  }

  push(event: ResponseStreamEvent, fault: Fault): void {
    if (this.#done !== undefined)
      throw fault('no-event-after-item-done', `an event for ${this.id} after its done event`);
    switch (event.type) {
      case 'response.output_item.done':
        return this.#finish(event.item, fault);
      case 'response.content_part.added':
        return this.#parts.add(event, fault);
      case 'response.content_part.done':
        return this.#parts.close(event, fault);
      case 'response.output_text.delta':
        requireLogprobs(event.logprobs, fault);
        return this.#parts.open(event.content_index, 'output_text', fault).delta(event.delta, fault);
      case 'response.output_text.done':
        requireLogprobs(event.logprobs, fault);
        return this.#parts.open(event.content_index, 'output_text', fault).done(event.text, fault);
      case 'response.output_text.annotation.added':
        return this.#parts.annotate(event, fault);
      case 'response.refusal.delta':
        return this.#parts.open(event.content_index, 'refusal', fault).delta(event.delta, fault);
      case 'response.refusal.done':
        return this.#parts.open(event.content_index, 'refusal', fault).done(event.refusal, fault);
      case 'response.reasoning_text.delta':
        return this.#parts.open(event.content_index, 'reasoning_text', fault).delta(event.delta, fault);
      case 'response.reasoning_text.done':
        return this.#parts.open(event.content_index, 'reasoning_text', fault).done(event.text, fault);
      case 'response.reasoning_summary_part.added':
        return this.#summary.add(event.summary_index, event.part, fault);
      case 'response.reasoning_summary_part.done':
        return this.#summary.close(event.summary_index, event.part, fault);
      case 'response.reasoning_summary_text.delta':
        return this.#summary.open(event.summary_index, fault).delta(event.delta, fault);
      case 'response.reasoning_summary_text.done':
        return this.#summary.open(event.summary_index, fault).done(event.text, fault);
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
      case 'response.mcp_call_arguments.delta':
      case 'response.code_interpreter_call_code.delta':
        return this.#written.delta(event.delta, fault);
      case 'response.function_call_arguments.done':
      case 'response.mcp_call_arguments.done':
        return this.#written.done(event.arguments, fault);
      case 'response.custom_tool_call_input.done':
        return this.#written.done(event.input, fault);
      case 'response.code_interpreter_call_code.done':
        return this.#written.done(event.code, fault);
      case 'response.shell_call_command.added':
        return this.#commands.add(event.command_index, event.command, fault);
      case 'response.shell_call_command.delta':
        return this.#commands.at(event.command_index, fault).delta(event.delta, fault);
      case 'response.shell_call_command.done':
        return this.#commands.at(event.command_index, fault).done(event.command, fault);
      case 'response.shell_call_output_content.delta':
        return this.#outputs.delta(event.command_index, event.delta, fault);
      case 'response.shell_call_output_content.done':
        return this.#outputs.done(event.command_index, event.output[0], fault);
      case 'response.image_generation_call.partial_image':
        if (event.partial_image_index !== this.#partialImages) {
          throw fault(
            'partial-image-index-consecutive',
            `partial_image_index ${event.partial_image_index}, expected ${this.#partialImages}`,
          );
        }
        this.#partialImages += 1;
        return this.#progress.reach(event.type, fault);
      default:
        return this.#progress.reach(String(event.type), fault);
    }
  }

  #finish(item: ResponseOutputItem, fault: Fault): void {
    if (item['id'] !== this.id) throw fault('item-id-constant', 'the done item has another id than the added one');
    if (item.type !== this.type) throw fault('item-type-constant', 'the done item has another type than the added one');
    if (item['call_id'] !== this.#callId)
      throw fault('call-id-constant', 'the done item has another call_id than the added one');
    // A change of a file has no other word for one that was cut.
    if ('status' in item && openStatuses.has(item.status) && item.type !== 'apply_patch_call') {
      throw fault('item-done-is-final', `the done item has status ${String(item.status)}`);
    }
    switch (item.type) {
      case 'message':
        this.#parts.finish(item.content, fault);
        break;
      case 'reasoning':
        this.#summary.finish(item.summary, fault);
        // Parts of unknown kinds are told by the item alone.
        this.#parts.finish(
          (item.content ?? []).filter((part) => part.type === 'reasoning_text'),
          fault,
        );
        break;
      case 'function_call':
      case 'mcp_call':
        this.#written.finish(item.arguments, fault);
        break;
      case 'custom_tool_call':
        this.#written.finish(item.input, fault);
        break;
      case 'code_interpreter_call':
        if (item.code !== null) this.#written.finish(item.code, fault);
        break;
      case 'shell_call':
        this.#commands.finish(item.action.commands, fault);
        break;
      case 'shell_call_output':
        this.#outputs.finish(item.output, fault);
        break;
      default:
        break;
    }
    this.#done = item;
  }
}

/** Whether what grows is still empty. */
function startsEmpty(item: ResponseOutputItem): boolean {
  switch (item.type) {
    case 'message':
      return item.content.length === 0;
    case 'reasoning':
      return item.summary.length === 0 && (item.content ?? []).length === 0;
    case 'function_call':
    case 'mcp_call':
      return item.arguments === '';
    case 'custom_tool_call':
      return item.input === '';
    case 'code_interpreter_call':
      return (item.code ?? '') === '';
    default:
      return true;
  }
}

function growsByEvents(item: ResponseOutputItem): boolean {
  switch (item.type) {
    case 'message':
    case 'reasoning':
    case 'function_call':
    case 'custom_tool_call':
    case 'mcp_call':
    case 'code_interpreter_call':
      return true;
    default:
      return false;
  }
}

function requireLogprobs(logprobs: unknown, fault: Fault): void {
  if (!Array.isArray(logprobs)) throw fault('logprobs-present', 'a text event without its logprobs array');
}
