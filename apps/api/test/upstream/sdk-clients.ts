// The official SDKs, unmodified and with their retries off.
import { setTimeout as pause } from 'node:timers/promises';
import Anthropic, {
  APIError as AnthropicError,
  InternalServerError as AnthropicServerError,
  RateLimitError as AnthropicRateLimitError,
} from '@anthropic-ai/sdk';
import type { JsonObject } from '@org/engine';
import OpenAI, { APIError as OpenAIError, InternalServerError, RateLimitError } from 'openai';
import type { TestService } from '../kit/start-service.js';
import type { RequestOutcome } from './request-outcome.js';
import type { FaultCase } from './bad-upstream.js';
import { messagesBody, responsesBody, type RequestForm } from './request-forms.js';

export function askBySdk(service: TestService, form: RequestForm, asked: FaultCase): Promise<RequestOutcome> {
  return form.dialect === 'messages' ? askAnthropic(service, form, asked) : askOpenAI(service, form, asked);
}

async function askAnthropic(service: TestService, form: RequestForm, asked: FaultCase): Promise<RequestOutcome> {
  const client = new Anthropic({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
  let text = '';
  try {
    if (form.stream) {
      const stream = client.messages.stream(messagesBody(form, asked));
      stream.on('streamEvent', (event) => {
        asked.seen();
        if (event.type !== 'content_block_delta') return;
        const { delta } = event;
        if (delta.type === 'text_delta') text += delta.text;
        if (delta.type === 'thinking_delta') text += delta.thinking;
        if (delta.type === 'input_json_delta') text += delta.partial_json;
      });
      await stream.finalMessage();
    } else {
      await client.messages.create(messagesBody(form, asked));
    }
    return { at: performance.now(), by: 'success', status: 0, message: '', text, problems: [] };
  } catch (error) {
    const at = performance.now();
    if (!(error instanceof AnthropicError)) throw error;
    const body = error.error as { error?: { message?: string } } | undefined;
    const typed =
      error.status === 429
        ? error instanceof AnthropicRateLimitError
        : error.status === undefined || error.status < 500 || error instanceof AnthropicServerError;
    return {
      at,
      by: error.status === undefined ? 'event' : 'status',
      status: error.status ?? 0,
      message: body?.error?.message ?? '',
      text,
      problems: typed ? [] : [`thrown as ${error.constructor.name}`],
    };
  }
}

async function askOpenAI(service: TestService, form: RequestForm, asked: FaultCase): Promise<RequestOutcome> {
  const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key, maxRetries: 0 });
  let text = '';
  try {
    let response: OpenAI.Responses.Response;
    if (form.stream) {
      const stream = client.responses.stream(responsesBody(form, asked));
      stream.on('event', asked.seen);
      stream.on('response.output_text.delta', ({ delta }) => (text += delta));
      stream.on('response.reasoning_summary_text.delta', ({ delta }) => (text += delta));
      stream.on('response.function_call_arguments.delta', ({ delta }) => (text += delta));
      response = await stream.finalResponse();
    } else {
      response = await client.responses.create(responsesBody(form, asked));
      while (response.status === 'queued' || response.status === 'in_progress') {
        await pause(25);
        response = await client.responses.retrieve(response.id);
      }
    }
    const by = response.status !== 'failed' ? 'success' : form.stream ? 'event' : 'state';
    return {
      at: performance.now(),
      by,
      status: 0,
      message: response.error?.message ?? '',
      text,
      response: JSON.parse(JSON.stringify(response)) as JsonObject,
      problems: [],
    };
  } catch (error) {
    const at = performance.now();
    if (!(error instanceof OpenAIError)) throw error;
    const typed =
      error.status === 429
        ? error instanceof RateLimitError
        : error.status === undefined || error.status < 500 || error instanceof InternalServerError;
    const message = (error.error as { message?: string } | undefined)?.message ?? '';
    return {
      at,
      by: error.status === undefined ? 'event' : 'status',
      status: error.status ?? 0,
      message,
      text,
      problems: typed ? [] : [`thrown as ${error.constructor.name}`],
    };
  }
}
