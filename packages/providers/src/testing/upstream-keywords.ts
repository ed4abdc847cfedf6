import type { JsonObject } from '@org/engine';
import type { UpstreamCall, UpstreamScript } from './scripted-upstream.js';

/**
 * A script that responds by the keywords of the last user message, so that a test needs no script of its own:
 *
 *  - `tokens=20` a text of that many tokens (default 5) · `gap=5` milliseconds between chunks · `wait=100` before the
 *    first
 *  - `think` reasoning first · `echo` the message itself · `json` an instance of the requested schema
 *  - `call=NAME` a call of that tool (several words `call=` make several calls); `say` text before it
 *  - `fail=503` that status · `fail-once=503` the first time only · `cut=3` disconnects after that many chunks
 *
 *  A forced tool is called with the smallest valid arguments of its schema. After a tool's result the response
 *  repeats it.
 */
export function keywordScript(): UpstreamScript {
  const seen = new Set<string>();
  return (call) => respondByKeywords(call, seen);
}

/** `seen` contains the messages that have already failed once. */
async function respondByKeywords(call: UpstreamCall, seen: Set<string>): Promise<void> {
  const messages = call.body['messages'] as readonly JsonObject[];
  const prompt = textOf(messages.findLast(({ role }) => role === 'user'));
  const keywords = new PromptKeywords(prompt);
  const failure = keywords.number('fail') ?? (!seen.has(prompt) ? keywords.number('fail-once') : undefined);
  seen.add(prompt);
  if (failure !== undefined) {
    call.reply(failure, { error: { message: 'scripted failure', type: 'server_error', code: failure } });
    return;
  }
  await call.pause(keywords.number('wait') ?? 0);
  const deltas = responseDeltas(call.body, messages, prompt, keywords);
  const cap = Number(call.body['max_tokens'] ?? call.body['max_completion_tokens'] ?? Number.POSITIVE_INFINITY);
  const reached = deltas.length > cap;
  const sent = reached ? deltas.slice(0, cap) : deltas;
  call.delta({ role: 'assistant', content: '' });
  for (const [index, delta] of sent.entries()) {
    if (index === keywords.number('cut')) {
      call.hangUp();
      return;
    }
    if (index > 0) await call.pause(keywords.number('gap') ?? 0);
    if (call.signal.aborted) return;
    call.delta(delta);
  }
  const reason = reached ? 'length' : sent.some((delta) => 'tool_calls' in delta) ? 'tool_calls' : 'stop';
  const promptTokens = messages.reduce((sum, message) => sum + textOf(message).split(' ').length, 0);
  call.finish(reason, {
    prompt_tokens: promptTokens,
    completion_tokens: sent.length,
    total_tokens: promptTokens + sent.length,
  });
}

function responseDeltas(
  body: JsonObject,
  messages: readonly JsonObject[],
  prompt: string,
  keywords: PromptKeywords,
): readonly JsonObject[] {
  const reasoningDeltas = keywords.has('think')
    ? [{ reasoning_content: 'Let me' }, { reasoning_content: ' think.' }]
    : [];
  const last = messages.at(-1);
  if (last?.['role'] === 'tool') return [...reasoningDeltas, ...textDeltas(`The tool said: ${textOf(last)}`)];
  const forced = forcedTool(body);
  const names = forced === undefined ? keywords.all('call') : [forced];
  if (names.length > 0) {
    return [
      ...reasoningDeltas,
      ...(keywords.has('say') ? textDeltas('One moment.') : []),
      ...names.flatMap((name, index) => callDeltas(body, name, index)),
    ];
  }
  const format = body['response_format'] as JsonObject | undefined;
  if (keywords.has('json') || format?.['type'] === 'json_schema') {
    const schema = (format?.['json_schema'] as JsonObject | undefined)?.['schema'] as JsonObject | undefined;
    return [...reasoningDeltas, ...textDeltas(JSON.stringify(smallest(schema ?? {})))];
  }
  if (keywords.has('echo')) return [...reasoningDeltas, ...textDeltas(prompt)];
  const count = keywords.number('tokens') ?? 5;
  return [
    ...reasoningDeltas,
    ...Array.from({ length: count }, (_, index) => ({ content: `${index === 0 ? '' : ' '}t${index}` })),
  ];
}

function textDeltas(text: string): readonly JsonObject[] {
  return (text.match(/\s*\S+\s*$|\s*\S+/g) ?? []).map((content) => ({ content }));
}

function callDeltas(body: JsonObject, name: string, index: number): readonly JsonObject[] {
  const tool = (body['tools'] as readonly JsonObject[] | undefined)?.find(
    (candidate) => (candidate['function'] as JsonObject)['name'] === name,
  );
  const schema = (tool?.['function'] as JsonObject | undefined)?.['parameters'] as JsonObject | undefined;
  const text = JSON.stringify(smallest(schema ?? {}));
  const half = Math.ceil(text.length / 2);
  const id = `call_${Math.random().toString(36).slice(2, 12)}`;
  return [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: text.slice(0, half) } }] },
    { tool_calls: [{ index, function: { arguments: text.slice(half) } }] },
  ];
}

function forcedTool(body: JsonObject): string | undefined {
  const choice = body['tool_choice'];
  const tools = (body['tools'] as readonly JsonObject[] | undefined) ?? [];
  if (choice === 'required') return (tools[0]?.['function'] as JsonObject | undefined)?.['name'] as string | undefined;
  if (typeof choice !== 'object' || choice === null) return undefined;
  return ((choice as JsonObject)['function'] as JsonObject)['name'] as string;
}

/** Returns the smallest value that is valid for a JSON Schema, as far as tests need it. */
function smallest(schema: JsonObject): JsonObject | string | number | boolean | null | readonly [] {
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices[0] as string;
  switch (schema['type']) {
    case 'string':
      return 'x';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'null':
      return null;
    default: {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
      const required = (schema['required'] ?? Object.keys(properties)) as readonly string[];
      return Object.fromEntries(required.map((key) => [key, smallest(properties[key] ?? {})]));
    }
  }
}

function textOf(message: JsonObject | undefined): string {
  const content = message?.['content'];
  if (typeof content === 'string') return content;
  return Array.isArray(content)
    ? content.map((part: JsonObject) => (typeof part['text'] === 'string' ? part['text'] : '')).join(' ')
    : '';
}

/** The keywords `name` and `name=value` of a message. */
class PromptKeywords {
  readonly #keywords: readonly string[];

  constructor(text: string) {
    this.#keywords = text.split(/\s+/);
  }

  has(name: string): boolean {
    return this.#keywords.includes(name);
  }

  all(name: string): readonly string[] {
    return this.#keywords
      .filter((keyword) => keyword.startsWith(`${name}=`))
      .map((keyword) => keyword.slice(name.length + 1));
  }

  number(name: string): number | undefined {
    const value = this.all(name)[0];
    return value === undefined ? undefined : Number(value);
  }
}
