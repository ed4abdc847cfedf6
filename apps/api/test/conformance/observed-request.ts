// What a model received, in one form for both sides of the LanguageModel port: the request of the engine and the
// payload of an upstream. A test that reads this form checks the translation on either path.
import type {
  GenerationRequest,
  JsonObject,
  JsonValue,
  Message,
  OutputFormat,
  Part,
  ToolChoice,
  ToolDefinition,
} from '@org/engine';

export interface ObservedRequest {
  readonly messages: readonly ObservedMessage[];
  readonly tools: readonly ObservedTool[];
  /** Whether the model must call a tool, and which one if only one is allowed. */
  readonly force: { readonly name?: string } | undefined;
  /** JSON Schema of the requested output. */
  readonly schema: JsonObject | undefined;
}

export interface ObservedMessage {
  readonly role: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ObservedCall[];
  /** Id of the call whose result this message contains. */
  readonly resultOf?: string;
}

export interface ObservedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ObservedTool {
  readonly name: string;
  readonly namespace?: string;
  readonly schema: JsonObject;
}

/** Converts the engine's request to a language model. */
export function observeModelRequest({ messages, tools, toolChoice, outputFormat }: GenerationRequest): ObservedRequest {
  return {
    messages: messages.flatMap(observeMessages),
    tools: tools.flatMap(observeTool),
    force: forceOf(toolChoice),
    schema: schemaOf(outputFormat),
  };
}

function observeMessages({ role, parts }: Message): ObservedMessage[] {
  const results = parts.filter((part) => part.type === 'tool-result');
  if (results.length > 0)
    return results.map(({ callId, content }) => ({
      role: 'tool',
      text: textOf(content, '\n'),
      reasoning: '',
      calls: [],
      resultOf: callId,
    }));
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' ? [{ id: part.callId, name: apiName(part), input: parsed(part.argumentsText) }] : [],
  );
  const reasoning = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('');
  return [{ role, text: textOf(parts, role === 'assistant' ? '' : '\n'), reasoning, calls }];
}

function textOf(parts: readonly Part[], separator: string): string {
  return parts
    .flatMap((part) => (part.type === 'text' || part.type === 'opaque' ? [part.text ?? ''] : []))
    .filter((text) => text !== '')
    .join(separator);
}

function observeTool(tool: ToolDefinition): ObservedTool[] {
  if (tool.kind === 'hosted') return [];
  const { namespace } = tool;
  return [
    {
      name: apiName(tool),
      schema: tool.kind === 'function' ? tool.inputSchema : {},
      ...(namespace === undefined ? {} : { namespace }),
    },
  ];
}

/** Prefixes the name of a grouped tool with its group, because upstreams have no namespaces. */
function apiName({ name, namespace }: { readonly name: string; readonly namespace?: string }): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

function forceOf(choice: ToolChoice): ObservedRequest['force'] {
  switch (choice.type) {
    case 'required':
      return {};
    case 'tool':
      return { name: apiName(choice) };
    case 'allowed':
      return choice.mode === 'required' ? {} : undefined;
    case 'auto':
    case 'none':
      return undefined;
  }
}

function schemaOf(format: OutputFormat): JsonObject | undefined {
  return format.type === 'json-schema' ? format.schema : undefined;
}

/** Converts the request body that an upstream of the chat-completions API received. */
export function observeUpstreamRequest(body: JsonObject): ObservedRequest {
  const choice = body['tool_choice'];
  const forced =
    choice === 'required' ? {} : isObject(choice) ? { name: String(memberOf(choice, 'function')['name']) } : undefined;
  const format = memberOf(memberOf(body, 'response_format'), 'json_schema')['schema'];
  return {
    messages: listOf(body['messages']).map(upstreamMessage),
    tools: listOf(body['tools']).map((tool) => ({
      name: String(memberOf(tool, 'function')['name']),
      schema: memberOf(memberOf(tool, 'function'), 'parameters'),
    })),
    force: forced,
    schema: isObject(format) ? format : undefined,
  };
}

function upstreamMessage(message: JsonObject): ObservedMessage {
  const { role, content, tool_call_id: resultOf } = message;
  const text =
    typeof content === 'string'
      ? content
      : listOf(content)
          .flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []))
          .join('\n');
  const calls = listOf(message['tool_calls']).map((call) => {
    const { name, arguments: argumentsText } = memberOf(call, 'function');
    return { id: String(call['id']), name: String(name), input: parsed(String(argumentsText)) };
  });
  const reasoning = message['reasoning_content'];
  return {
    role: String(role),
    text,
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    calls,
    ...(typeof resultOf === 'string' ? { resultOf } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function memberOf(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
