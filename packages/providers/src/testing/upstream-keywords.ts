import type { JsonObject } from '@org/engine';
import type { UpstreamCall, UpstreamScript } from './scripted-upstream.js';

/**
 * A script that answers by the words of the last user message, so that a test needs no script of its own:
 *
 * - `tokens=20` a text of that many tokens (default 5) · `gap=5` milliseconds between chunks · `wait=100` before the first
 * - `think` reasoning first · `echo` the message itself · `json` an instance of the wanted schema
 * - `call=NAME` a call of that tool (several words `call=` make several calls); `say` text before it
 * - `fail=503` that status · `fail-once=503` the first time only · `cut=3` hangs up after that many chunks
 *
 * A forced tool is called with the smallest arguments that fit its schema. After a tool's result the answer tells it.
 */
export function keywordScript(): UpstreamScript {
  const seen = new Set<string>();
  return (call) => answerByKeywords(call, seen);
}

/** `seen` holds the messages that failed once already. */
async function answerByKeywords(call: UpstreamCall, seen: Set<string>): Promise<void> {
  const messages = call.body['messages'] as readonly JsonObject[];
  const prompt = textOf(messages.findLast(({ role }) => role === 'user'));
  const words = new KeyWords(prompt);
  const failure = words.number('fail') ?? (!seen.has(prompt) ? words.number('fail-once') : undefined);
  seen.add(prompt);
  if (failure !== undefined) {
    call.reply(failure, { error: { message: 'scripted failure', type: 'server_error', code: failure } });
    return;
  }
  await call.pause(words.number('wait') ?? 0);
  const deltas = answer(call.body, messages, prompt, words);
  const cap = Number(call.body['max_tokens'] ?? call.body['max_completion_tokens'] ?? Number.POSITIVE_INFINITY);
  const reached = deltas.length > cap;
  const kept = reached ? deltas.slice(0, cap) : deltas;
  call.delta({ role: 'assistant', content: '' });
  for (const [index, delta] of kept.entries()) {
    if (index === words.number('cut')) {
      call.hangUp();
      return;
    }
    if (index > 0) await call.pause(words.number('gap') ?? 0);
    if (call.signal.aborted) return;
    call.delta(delta);
  }
  const reason = reached ? 'length' : kept.some((delta) => 'tool_calls' in delta) ? 'tool_calls' : 'stop';
  const promptTokens = messages.reduce((sum, message) => sum + textOf(message).split(' ').length, 0);
  call.finish(reason, {
    prompt_tokens: promptTokens,
    completion_tokens: kept.length,
    total_tokens: promptTokens + kept.length,
  });
}

function answer(
  body: JsonObject,
  messages: readonly JsonObject[],
  prompt: string,
  words: KeyWords,
): readonly JsonObject[] {
  const thoughts = words.has('think') ? [{ reasoning_content: 'Let me' }, { reasoning_content: ' think.' }] : [];
  const last = messages.at(-1);
  if (last?.['role'] === 'tool') return [...thoughts, ...textDeltas(`The tool said: ${textOf(last)}`)];
  const forced = forcedTool(body);
  const names = forced === undefined ? words.all('call') : [forced];
  if (names.length > 0) {
    return [
      ...thoughts,
      ...(words.has('say') ? textDeltas('One moment.') : []),
      ...names.flatMap((name, index) => callDeltas(body, name, index)),
    ];
  }
  const format = body['response_format'] as JsonObject | undefined;
  if (words.has('json') || format?.['type'] === 'json_schema') {
    const schema = (format?.['json_schema'] as JsonObject | undefined)?.['schema'] as JsonObject | undefined;
    return [...thoughts, ...textDeltas(JSON.stringify(smallest(schema ?? {})))];
  }
  if (words.has('echo')) return [...thoughts, ...textDeltas(prompt)];
  const count = words.number('tokens') ?? 5;
  return [
    ...thoughts,
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

/** The smallest value that fits a JSON Schema, as far as tests need it. */
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

/** The words `name` and `name=value` of a message. */
class KeyWords {
  readonly #words: readonly string[];

  constructor(text: string) {
    this.#words = text.split(/\s+/);
  }

  has(name: string): boolean {
    return this.#words.includes(name);
  }

  all(name: string): readonly string[] {
    return this.#words.filter((word) => word.startsWith(`${name}=`)).map((word) => word.slice(name.length + 1));
  }

  number(name: string): number | undefined {
    const value = this.all(name)[0];
    return value === undefined ? undefined : Number(value);
  }
}
