// Responses of a scripted upstream over the responses API.
import { halvesOf, jsonOf, withSilence, writeEvents } from './event-writer.mjs';

const usage = {
  input_tokens: 1234,
  input_tokens_details: { cached_tokens: 1000 },
  output_tokens: 56,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 1290,
};
let created = 0;
const idPrefixes = { reasoning: 'rs', message: 'msg', function_call: 'fc' };
const uniqueId = (type) => `${idPrefixes[type]}_${String((created += 1)).padStart(40, '0')}`;

/**
 * @param {import('./scripted-upstream.mjs').Reply} reply
 * @param {any} body
 * @param {import('node:http').ServerResponse} response
 */
export async function responsesOf(reply, body, response) {
  const output = itemsOf(reply);
  const head = {
    id: `resp_${(created += 1)}`,
    object: 'response',
    created_at: 1,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: null,
    model: body.model,
    output: [],
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    metadata: {},
  };
  const completed = { ...head, status: 'completed', output, usage };
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completed));
    return;
  }
  const end =
    reply.breaks === undefined
      ? { type: 'response.completed', response: completed }
      : { type: 'response.failed', response: { ...head, status: 'failed', error: reply.breaks } };
  const { alter = (events) => events } = reply;
  let number = 0;
  const numbered = (events) => events.map((event) => ({ ...event, sequence_number: number++ }));
  await writeEvents(
    response,
    [
      {
        events: numbered([
          { type: 'response.created', response: head },
          { type: 'response.in_progress', response: head },
        ]),
      },
      ...output.flatMap((item, index) =>
        withSilence(alter(numbered(eventsOf(item, index))), {
          beforeMs: index === 0 ? reply.silentMs : reply.betweenMs,
          withinMs: item.type === 'message' ? reply.withinMs : undefined,
        }),
      ),
      { events: numbered([end]) },
    ],
    reply.keepsAlive ? { type: 'keepalive' } : undefined,
  );
}

function itemsOf({ thinks, text, calls = [], ids = uniqueId }) {
  const counts = {};
  const identified = (type, more) => {
    counts[type] = (counts[type] ?? -1) + 1;
    return { id: ids(type, counts[type]), type, ...more };
  };
  return [
    ...(thinks === undefined
      ? []
      : [
          identified('reasoning', {
            summary: [{ type: 'summary_text', text: thinks }],
            encrypted_content: `encrypted-${(created += 1)}`,
          }),
        ]),
    ...(text === undefined
      ? []
      : [
          identified('message', {
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          }),
        ]),
    ...calls.map(({ name, input }) =>
      identified('function_call', {
        status: 'completed',
        call_id: `call_${(created += 1)}`,
        name,
        arguments: jsonOf(input),
      }),
    ),
  ];
}

function eventsOf(item, index) {
  const at = { item_id: item.id, output_index: index };
  const { empty, deltas } = {
    reasoning: ({ summary: [part] }) => ({
      empty: { summary: [], encrypted_content: '' },
      deltas: [
        { type: 'response.reasoning_summary_part.added', ...at, summary_index: 0, part: { ...part, text: '' } },
        { type: 'response.reasoning_summary_text.delta', ...at, summary_index: 0, delta: part.text },
        { type: 'response.reasoning_summary_text.done', ...at, summary_index: 0, text: part.text },
        { type: 'response.reasoning_summary_part.done', ...at, summary_index: 0, part },
      ],
    }),
    message: ({ content: [part] }) => ({
      empty: { status: 'in_progress', content: [] },
      deltas: [
        { type: 'response.content_part.added', ...at, content_index: 0, part: { ...part, text: '' } },
        ...halvesOf(part.text).map((delta) => ({
          type: 'response.output_text.delta',
          ...at,
          content_index: 0,
          delta,
          logprobs: [],
        })),
        { type: 'response.output_text.done', ...at, content_index: 0, text: part.text, logprobs: [] },
        { type: 'response.content_part.done', ...at, content_index: 0, part },
      ],
    }),
    function_call: (call) => ({
      empty: { status: 'in_progress', arguments: '' },
      deltas: [
        { type: 'response.function_call_arguments.delta', ...at, delta: call.arguments },
        { type: 'response.function_call_arguments.done', ...at, arguments: call.arguments, name: call.name },
      ],
    }),
  }[item.type](item);
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, ...empty } },
    ...deltas,
    { type: 'response.output_item.done', output_index: index, item },
  ];
}
