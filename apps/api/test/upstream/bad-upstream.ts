// The service in front of an upstream that breaks exactly as each request asks it to.
import { availableParallelism, loadavg } from 'node:os';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
  type UpstreamCall,
  type UpstreamFault,
  type UpstreamPhase,
  upstreamErrorText,
} from '@org/providers/testing';
import type { ServiceConfig } from '#src/config/service-config.js';
import type { ModelSettings } from '#src/config/settings/model-settings.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import type { RequestForm } from './request-forms.js';

/** The upstream's behavior for one request, and its observations of that request. */
export interface FaultCase {
  /** Marker in the prompt that selects the upstream's behavior. */
  readonly tag: string;
  readonly model: string;
  readonly phase: UpstreamPhase;
  readonly fault: UpstreamFault;
  /** Milliseconds of silence that the service bears before it calls it a fault. */
  readonly timeoutMs: number;
  /** To be called when the client got something; the fault waits for it where there is something to get. */
  readonly seen: () => void;
  /** How often the upstream was asked. */
  requests: number;
  /** `performance.now()` of the last time that the fault began. */
  struckAt: number;
}

export interface BadUpstream {
  readonly upstream: ScriptedUpstream;
  readonly service: TestService;
  /** Factor by which other load on the machine slows everything: runnable tasks per processor, minimum 1. */
  busyness(): number;
  open(form: RequestForm, phase: UpstreamPhase, fault: UpstreamFault): FaultCase;
  /** Returns the parts of `text` that must never leave the service, for a client that sees upstream messages or not. */
  leaksIn(text: string, seesMessages?: boolean): string[];
  close(): Promise<void>;
}

const upstreamKey = 'sk-key-of-the-upstream-4711';
const keyVariable = 'TEST_UPSTREAM_KEY';
const stallMs = 250;
/** Requests to the upstream that model `m` may make at once. */
export const connections = 48;

export async function startBadUpstream(config: Partial<ServiceConfig> = {}): Promise<BadUpstream> {
  const upstream = await startScriptedUpstream();
  const cases = new Map<string, FaultCase & { readonly started: Promise<void> }>();
  upstream.play(async (call) => {
    const fault = cases.get(tagOf(call));
    if (fault === undefined) {
      call.delta({ content: 'well' });
      call.finish();
      return;
    }
    fault.requests += 1;
    fault.phase.play(call);
    // The written data must arrive before the fault: one read would combine the two.
    await fault.started;
    await call.pause(5);
    fault.struckAt = performance.now();
    await fault.fault.strike(call);
  });
  process.env[keyVariable] = upstreamKey;
  const model = (name: string, more: object = {}): ModelSettings => ({
    name,
    provider: {
      kind: 'chat-completions',
      baseUrl: upstream.baseUrl,
      apiKeyEnv: keyVariable,
      maxConnections: connections,
      ...more,
    },
  });
  const service = await startTestService({
    config: {
      models: [
        model('m'),
        model('first', { timeouts: { firstToken: stallMs } }),
        model('idle', { timeouts: { idle: stallMs } }),
      ],
      ...config,
    },
  });
  delete process.env[keyVariable];
  const secrets = [upstreamKey, new URL(upstream.baseUrl).host];
  return {
    upstream,
    service,
    busyness: () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()),
    open(form, phase, fault) {
      const stalls = fault.code === 'timed-out';
      const started = phase.reached === 'output' || phase.reached === 'reason';
      const { promise, resolve } = Promise.withResolvers<void>();
      if (!started || !form.stream) resolve();
      const opened = {
        started: promise,
        seen: resolve,
        tag: `case-${cases.size}.`,
        model: stalls ? (started ? 'idle' : 'first') : 'm',
        phase,
        fault,
        timeoutMs: stalls ? stallMs : 0,
        requests: 0,
        struckAt: Number.NaN,
      };
      cases.set(opened.tag, opened);
      return opened;
    },
    leaksIn: (text, seesMessages = false) =>
      [...secrets, ...(seesMessages ? [] : [upstreamErrorText])].filter((secret) => text.includes(secret)),
    async close() {
      await service.close();
      await upstream.close();
    },
  };
}

function tagOf({ body }: UpstreamCall): string {
  return /case-\d+\./.exec(JSON.stringify(body['messages']))?.[0] ?? '';
}
