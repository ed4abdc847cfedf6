// The service under the fuzz test: the real one, with a model that responds in many shapes and a discarded log.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GenerationEvent, type GenerationRequest, type LanguageModel, type Part, systemClock } from '@org/engine';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { pino } from 'pino';
import { loadConfig } from '#src/config/load-config.js';
import { startService } from '#src/service.js';
import type { Input } from './inputs.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Milliseconds from the request to the last byte. */
  readonly took: number;
}

export interface FuzzedService {
  readonly authorization: string;
  /** Sends a request on its full path, from the router to the last byte, without a socket. */
  send(input: Omit<Input, 'text'> & { readonly text: string | Buffer }): Promise<Reply>;
  close(): Promise<void>;
}

const key = 'test-key-of-alice';

export async function startFuzzedService(): Promise<FuzzedService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-fuzz-'));
  const config = loadConfig({ PORT: '0', DATA_DIR: dataDir, API_KEYS: `alice:${key}` }, dataDir);
  const [settings] = config.models;
  if (settings === undefined) throw new Error('the defaults have a model');
  const service = await startService({
    config: { ...config, shutdown: { announceMs: 0, graceMs: 300 }, models: [{ ...settings, name: 'm' }] },
    clock: systemClock,
    ids: createRandomIdSource(),
    log: pino({ level: 'silent' }),
    createLanguageModel: createFuzzModel,
  });
  const server = service.app.getHttpAdapter().getInstance();
  return {
    authorization: `Bearer ${key}`,
    async send({ path, headers, text }) {
      const start = performance.now();
      const {
        statusCode,
        headers: replied,
        body,
      } = await server.inject({ method: 'POST', url: path, headers: { ...headers }, payload: text });
      return { status: statusCode, headers: replied, body, took: performance.now() - start };
    },
    async close() {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function createFuzzModel(): LanguageModel {
  return { ...createScriptedModel({ id: 'm', script: respondTo }), countTokens: async () => ({ inputTokens: 7 }) };
}

/** Calls all offered tools, under any names; otherwise generates reasoning and text. */
export function respondTo(request: GenerationRequest): readonly GenerationEvent[] {
  const tools = request.tools.flatMap((tool) => (tool.kind === 'hosted' ? [] : [tool])).slice(0, 2);
  const parts: Part[] = [
    { type: 'reasoning', text: 'Well.' },
    { type: 'text', text: 'Hello \u{1f600}.' },
  ];
  const calls = tools.map(({ kind, name, namespace }, at): Part => ({
    type: 'tool-call',
    kind,
    callId: `call_${at}`,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    argumentsText: kind === 'function' ? '{"a":1}' : 'free text',
  }));
  return [...replay(buildResult([...parts, ...calls]), 4)];
}
