import {
  EngineError,
  type HostedToolContext,
  type HostedToolErrorCode,
  type HostedToolKind,
  type HostedToolRequest,
  type HostedTools,
  type OpenHostedTool,
  type ServerCallOutcome,
  type TraceContext,
} from '@org/engine';

/** One call of a hosted tool, without what was asked and found. */
export interface HostedCallRecord {
  readonly kind: HostedToolKind;
  /** The function that the model called. */
  readonly name: string;
  /** Of the client's request. */
  readonly requestId: string;
  readonly owner: string;
  /** To which trace the client's request belongs. */
  readonly trace?: TraceContext;
  readonly outcome: 'completed' | 'failed' | 'cancelled';
  /** Why it failed. */
  readonly code?: HostedToolErrorCode;
  readonly totalMs: number;
  /** Characters that the model received. */
  readonly characters: number;
}

type Listener = (record: HostedCallRecord) => void;

/** Hosted tools whose calls are reported to listeners. */
export class ObservedHostedTools implements HostedTools {
  readonly #tools: HostedTools;
  readonly #listeners: Listener[] = [];

  constructor(tools: HostedTools) {
    this.#tools = tools;
  }

  get kinds(): ReadonlySet<HostedToolKind> {
    return this.#tools.kinds;
  }

  get runningContainers(): number | undefined {
    return this.#tools.runningContainers;
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  ready(): Promise<void> {
    return this.#tools.ready();
  }

  close(): Promise<void> {
    return this.#tools.close();
  }

  async open(request: HostedToolRequest, context: HostedToolContext): Promise<OpenHostedTool> {
    const tool = await this.#tools.open(request, context);
    const { requestId, owner, trace } = context;
    const base = { kind: request.kind, requestId, owner, ...(trace !== undefined && { trace }) };
    return {
      functions: tool.functions,
      ...(tool.containerId !== undefined && { containerId: tool.containerId }),
      ...(tool.files !== undefined && { files: tool.files }),
      call: async (name, argumentsText) => {
        const startedAt = performance.now();
        const report = (facts: Pick<HostedCallRecord, 'outcome' | 'code' | 'characters'>): void => {
          const record = { ...base, name, totalMs: performance.now() - startedAt, ...facts };
          for (const listener of this.#listeners) listener(record);
        };
        try {
          const outcome = await tool.call(name, argumentsText);
          report(factsOf(outcome));
          return outcome;
        } catch (thrown) {
          const isCancelled = thrown instanceof EngineError && thrown.code === 'cancelled';
          report({ outcome: isCancelled ? 'cancelled' : 'failed', characters: 0 });
          throw thrown;
        }
      },
      close: () => tool.close(),
    };
  }
}

function factsOf({
  content,
  hosted,
  isError,
}: ServerCallOutcome): Pick<HostedCallRecord, 'outcome' | 'code' | 'characters'> {
  const characters = content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
  if (hosted?.type === 'failed') return { outcome: 'failed', code: hosted.code, characters };
  if (hosted?.type === 'code' && hosted.endedBy !== undefined)
    return { outcome: 'failed', code: hosted.endedBy, characters };
  return { outcome: isError === true ? 'failed' : 'completed', characters };
}
