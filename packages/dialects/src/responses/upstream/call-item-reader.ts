import {
  FreeTextInput,
  isObject,
  type JsonObject,
  type JsonValue,
  type Part,
  type ToolCallPart,
  textOf,
} from '@org/engine';
import { equalJson } from '../../shared/json-of.js';
import { ArgumentsText, isEmptyArguments } from '../../shared/upstream/empty-arguments.js';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { emitRemaining, opening, partsOf, type ItemContext, type ItemReader } from './item-reader.js';

/** A call of a function or of a custom tool: what the model writes for it grows. */
export class CallItemReader implements ItemReader {
  readonly #context: ItemContext;
  /** Set for a custom tool that is called as a function: its free text is inside JSON. */
  readonly #freeText: FreeTextInput | undefined;
  /** Set for a function: none of its arguments may be an empty form of `{}`. */
  readonly #arguments: ArgumentsText | undefined;
  #grown = '';

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    const isFunction = item['type'] === 'function_call';
    const call = this.#call(partsOf({ ...opening(item), ...(isFunction ? { arguments: '' } : { input: '' }) })[0]);
    this.#freeText = isFunction && call.kind === 'custom' ? new FreeTextInput() : undefined;
    this.#arguments = isFunction && this.#freeText === undefined ? new ArgumentsText() : undefined;
    context.parts.open(call);
    this.#write(writtenIn(item));
  }

  take(event: JsonObject): void {
    switch (event['type']) {
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return this.#write(textOf(event['delta']));
      default:
        return undefined;
    }
  }

  finish(item: JsonObject): void {
    const call = this.#call(
      partsOf({ ...item, [item['type'] === 'function_call' ? 'arguments' : 'input']: writtenIn(item) })[0],
    );
    const { parts, reconcile } = this.#context;
    const complete = { ...call, argumentsText: this.#argumentsIn(call.argumentsText) };
    parts.close(
      emitRemaining(complete, this.#grown, parts, (reported, grown) => {
        const text = reconcile(reported, grown);
        if (text === grown) requireComplete(complete, grown);
        return text;
      }),
    );
  }

  #argumentsIn(json: string): string {
    if (this.#freeText !== undefined) return this.#context.toolOf === undefined ? onlyTextIn(json) : freeTextIn(json);
    if (this.#arguments === undefined || !isEmptyArguments(json)) return json;
    return this.#grown === '' ? '{}' : '';
  }

  #write(text: string): void {
    const added = this.#freeText?.push(text) ?? this.#arguments?.push(text) ?? text;
    this.#grown += added;
    this.#context.parts.append({ type: 'arguments', text: added });
  }

  /** The call under the client's name of its tool. */
  #call(part: Part | undefined): ToolCallPart {
    if (part?.type !== 'tool-call' || typeof part.name !== 'string' || part.name === '')
      throw malformedResponse('a call without a name');
    const { toolOf, customNames } = this.#context;
    // A call without an id receives one later.
    const named = typeof part.callId === 'string' ? part : { ...part, callId: '' };
    if (toolOf === undefined)
      return named.namespace === undefined && customNames.has(named.name) ? { ...named, kind: 'custom' } : named;
    const { name, namespace, kind } = toolOf(part.name);
    const { namespace: _, ...call } = named;
    return { ...call, name, ...(kind === 'custom' && { kind }), ...(namespace !== undefined && { namespace }) };
  }
}

function freeTextIn(json: string): string {
  const text = new FreeTextInput();
  return text.push(json) + text.finish();
}

/** The free text in arguments whose schema the server chose: that of the only member, whatever its name. */
function onlyTextIn(json: string): string {
  const value = parse(json);
  const [text, ...others] = isObject(value) ? Object.values(value) : [];
  return others.length === 0 && typeof text === 'string' ? text : freeTextIn(json);
}

/** Some servers give the arguments as what they mean. */
function writtenIn(item: JsonObject): string {
  const written = item['arguments'] ?? item['input'];
  return isObject(written) ? JSON.stringify(written) : textOf(written);
}

/**
 * The final arguments may differ from the streamed ones in white space. Where the final text is JSON and the streamed
 * text means something else, deltas were lost, and no client may run the remainder.
 */
function requireComplete({ kind, argumentsText: reported }: ToolCallPart, grown: string): void {
  if (kind !== 'function' || reported.startsWith(grown)) return;
  const final = parse(reported);
  if (final !== undefined && !equalJson(final, parse(grown)))
    throw malformedResponse('a call with missing argument deltas');
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
