import { SpanKind, SpanStatusCode, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import {
  type GenerationEvent,
  type NewRun,
  type RunWatch,
  toEngineError,
  type TraceContext,
  type Usage,
} from '@org/engine';
import { contextOf, traceOf } from './span-link.js';

/**
 * The span of one model run, in OpenTelemetry's semantic conventions for generative AI. It contains no message
 * content. Upstreams receive it as their parent.
 */
export class RunSpan implements RunWatch {
  readonly trace: TraceContext;
  readonly #span: Span;
  readonly #run: NewRun;
  readonly #startedAt = performance.now();
  #error: string | undefined = 'cancelled';

  /** `kind`: provider kind in the configuration. */
  constructor(tracer: Tracer, run: NewRun, kind: string) {
    this.#run = run;
    this.#span = tracer.startSpan(
      `${run.operation ?? 'chat'} ${run.request.model}`,
      { kind: SpanKind.CLIENT, attributes: asked(run, kind) },
      contextOf(run.context.trace),
    );
    this.trace = traceOf(this.#span);
  }

  push(event: GenerationEvent): void {
    switch (event.type) {
      case 'generation-start':
        this.#span.setAttributes({
          'gen_ai.response.model': event.model,
          'gen_ai.response.time_to_first_chunk': (performance.now() - this.#startedAt) / 1000,
        });
        return;
      case 'generation-usage':
        this.#span.setAttributes(counted(event.usage));
        return;
      case 'generation-end':
        this.#error = undefined;
        this.#span.setAttributes({
          ...counted(event.usage),
          'gen_ai.response.finish_reasons': [event.finishReason.raw ?? event.finishReason.unified],
        });
        return;
      case 'part-start':
      case 'part-delta':
      case 'part-end':
        return;
    }
  }

  complete(usage: Usage): void {
    this.#error = undefined;
    this.#span.setAttribute('gen_ai.usage.input_tokens', usage.inputTokens);
  }

  fail(thrown: unknown): void {
    this.#error = toEngineError(thrown).code;
  }

  end(): void {
    const { backend } = this.#run.context.logFields ?? {};
    if (backend !== undefined) this.#span.setAttribute('mrs.backend', backend);
    if (this.#error !== undefined) {
      this.#span.setAttribute('error.type', this.#error);
      // A disconnect before the end is no error.
      if (this.#error !== 'cancelled') this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

function asked({ pattern, operation = 'chat', request, context }: NewRun, kind: string): Attributes {
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': kind,
    'gen_ai.request.model': request.model,
    ...(operation === 'chat' && { 'gen_ai.request.stream': context.nonStreaming !== true }),
    ...settings(request),
    'mrs.request.id': context.requestId,
    'mrs.model': pattern,
  };
}

/** Absent members are left to the model, and stay absent. */
function settings({ limits, sampling }: NewRun['request']): Attributes {
  const attributes: Attributes = {
    'gen_ai.request.max_tokens': limits.maxOutputTokens,
    'gen_ai.request.temperature': sampling.temperature,
    'gen_ai.request.top_p': sampling.topP,
    'gen_ai.request.top_k': sampling.topK,
    'gen_ai.request.seed': sampling.seed,
    'gen_ai.request.presence_penalty': sampling.presencePenalty,
    'gen_ai.request.frequency_penalty': sampling.frequencyPenalty,
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

function counted({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  cacheWriteTokens,
  reasoningTokens,
}: Usage): Attributes {
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
  };
}
