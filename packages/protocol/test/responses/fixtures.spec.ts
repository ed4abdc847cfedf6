import { hasResponse, loadFixtures, type ResponsesCaseWithResponse, type ResponsesFailedCase } from '#src/fixtures.js';
import {
  accumulateResponse,
  accumulateResponses,
  createResponseAccumulation,
  checkResponseStream,
  errorBodySchema,
  findErrorKind,
  responseCreateParamsSchema,
  responseKeys,
  responseOutputItemSchema,
  responseSchema,
  responseStreamEventSchema,
  toolSchema,
  type Response,
  type ResponseAccumulation,
  type ResponseStreamEvent,
} from '#src/responses.js';
import { z } from 'zod';
import { leavesOf, zodTags } from '../drift/zod-shape.js';

const cases = loadFixtures('responses');
const casesWithResponse = cases.filter((one): one is ResponsesCaseWithResponse => hasResponse(one));
const failed = cases.filter((one): one is ResponsesFailedCase => !hasResponse(one));
const repeatsDeltas =
  /\.(output_text|refusal|reasoning_text|reasoning_summary_text|function_call_arguments|custom_tool_call_input|mcp_call_arguments|code_interpreter_call_code|shell_call_command)\.done$/;
const malformed = new Set(['error-400-field', 'error-400-range']);

function stateAfter(events: readonly ResponseStreamEvent[]): ResponseAccumulation<Response> {
  return events.reduce<ResponseAccumulation<Response>>(accumulateResponse, createResponseAccumulation<Response>());
}

describe.each(casesWithResponse)('$name: $about', ({ name, request, response, events }) => {
  it('has a request, a response and events that the schemas preserve completely', () => {
    expect(responseCreateParamsSchema.parse(request)).toEqual(request);
    expect(responseSchema.parse(response)).toEqual(response);
    for (const event of events) expect(responseStreamEventSchema.parse(event)).toEqual(event);
  });

  it('has events in the order of the grammar', () => {
    expect(() => checkResponseStream(events)).not.toThrow();
  });

  it('has events that accumulate to the response', () => {
    expect(accumulateResponses(events)).toEqual(response);
  });

  it('accumulates to the same output before the terminal event reports it', () => {
    expect(stateAfter(events.slice(0, -1)).response?.output).toEqual(response.output);
  });

  it('accumulates to a valid response after every event', () => {
    let state = createResponseAccumulation<Response>();
    for (const event of events) {
      const before = JSON.stringify(state);
      const after = accumulateResponse(state, event);
      expect(JSON.stringify(state)).toBe(before);
      expect(responseSchema.safeParse(after.response).success).toBe(true);
      state = after;
    }
  });

  it('knows from the deltas alone what the done events repeat', () => {
    const indices = events.flatMap(({ type }, index) => (repeatsDeltas.test(String(type)) ? [index] : []));
    const before = indices.map((index) => stateAfter(events.slice(0, index)));
    const after = indices.map((index) => stateAfter(events.slice(0, index + 1)));
    expect(after).toEqual(before);
  });

  it('has a response with every key that a response carries, and numbers where Open Responses wants them', () => {
    expect(Object.keys(response)).toEqual(expect.arrayContaining([...responseKeys]));
    for (const value of [response.temperature, response.top_p, response.top_logprobs])
      expect(value).toEqual(expect.any(Number));
    expect(response.text.verbosity).not.toBeNull();
    expect(response.id).toBe(`resp_${name.replaceAll('-', '_')}`);
  });

  it('has equal token counts under both namings', () => {
    const { usage } = response;
    if (usage === null) return;
    expect(usage.prompt_tokens).toBe(usage.input_tokens);
    expect(usage.completion_tokens).toBe(usage.output_tokens);
    expect(usage.total_tokens).toBe(Number(usage.input_tokens) + Number(usage.output_tokens));
    expect(usage.completion_tokens_details?.reasoning_tokens).toBe(usage.output_tokens_details?.reasoning_tokens);
  });
});

describe.each(failed)('$name: $about', ({ name, request, status, error }) => {
  it('has an error body that the schema preserves completely', () => {
    expect(errorBodySchema.parse(error)).toEqual(error);
  });

  it('is a kind of the table, by status, type and code', () => {
    expect(findErrorKind(status, error.error.code)).toMatchObject({
      status,
      type: error.error.type,
      code: error.error.code,
    });
  });

  it('has a request that the schema accepts or rejects as its status requires', () => {
    expect(responseCreateParamsSchema.safeParse(request).success).toBe(!malformed.has(name));
  });
});

describe('the fixtures', () => {
  const kindsOf = (schema: z.ZodType): string[] =>
    leavesOf(schema).leaves.flatMap((leaf) => (leaf instanceof z.ZodObject ? zodTags(leaf) : []));

  it('covers every event type except audio events, keep-alives and the plain error', () => {
    const shown = new Set(casesWithResponse.flatMap(({ events }) => events.map(({ type }) => String(type))));
    const uncovered = kindsOf(responseStreamEventSchema).filter((type) => !shown.has(type));
    expect(uncovered.toSorted()).toEqual([
      'error',
      'keepalive',
      'response.audio.delta',
      'response.audio.done',
      'response.audio.transcript.delta',
      'response.audio.transcript.done',
    ]);
  });

  it('covers every tool type except dated names of the same tool', () => {
    const shown = new Set(
      casesWithResponse.flatMap(({ request }) => (request.tools ?? []).map(({ type }) => String(type))),
    );
    const uncovered = kindsOf(toolSchema).filter((type) => !shown.has(type));
    expect(uncovered).toEqual(['web_search_2025_08_26', 'web_search_preview_2025_03_11']);
  });

  it('covers every output item type except those that only clients send', () => {
    const shown = new Set(casesWithResponse.flatMap(({ response }) => response.output.map(({ type }) => String(type))));
    const uncovered = kindsOf(responseOutputItemSchema).filter((type) => !shown.has(type));
    expect(uncovered.toSorted()).toEqual([
      'additional_tools',
      'apply_patch_call_output',
      'computer_call_output',
      'custom_tool_call_output',
      'function_call_output',
      'local_shell_call_output',
      'mcp_approval_response',
    ]);
  });

  it('has at least one fixture for every status of an error response', () => {
    const shown = new Set(failed.map(({ status }) => status));
    expect(
      [400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504].filter(
        (status) => !shown.has(status),
      ),
    ).toEqual([]);
  });
});
