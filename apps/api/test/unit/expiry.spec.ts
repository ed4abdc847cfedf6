import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { CodeToolSettings } from '#src/config/settings/code-tool-settings.js';
import type { HostedToolSettings } from '#src/config/settings/tool-settings.js';
import { Expiry } from '#src/engine/expiry.js';
import { eventually } from '../kit/eventually.js';

const [now, hour] = [1_000_000_000, 3_600_000];

/** Runs one sweep, whose parts named in `failing` fail. Returns what each part deletes until, and the warnings. */
async function sweep(failing: readonly string[], tools: HostedToolSettings = {}) {
  const until = new Map<string, number>();
  const warnings: unknown[] = [];
  const part = async (name: string, before: number): Promise<number> => {
    until.set(name, before);
    if (failing.includes(name)) throw new Error(`${name} fail`);
    return 0;
  };
  const expiry = new Expiry(
    {
      deleteExpired: (before) => part('responses', before),
      deleteExpiredContainers: async (before) => void (await part('containers', before)),
      deleteIdleConversations: (before) => part('conversations', before),
    },
    { now: () => now },
    pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) }),
    { conversationRetentionMs: 5, tools },
  );
  expiry.onApplicationBootstrap();
  await eventually(() => until.has('conversations')).catch(() => pause(0));
  await expiry.onModuleDestroy();
  return { until: Object.fromEntries(until), warnings };
}

describe('A sweep', () => {
  it('deletes expired containers at once, and expired responses after an hour', async () => {
    const { until } = await sweep([]);
    expect(until).toEqual({ responses: now - hour, containers: now, conversations: now - 5 });
  });

  it('leaves an expired container to the longest call of code that may run in it', async () => {
    const code = Object.assign(new CodeToolSettings(), { callMs: 90_000 });
    expect((await sweep([], { code })).until).toMatchObject({ containers: now - 90_000 });
  });

  it('continues with its other parts where one fails, and logs each failure', async () => {
    const { until, warnings } = await sweep(['responses', 'containers']);
    expect(Object.keys(until)).toEqual(['responses', 'containers', 'conversations']);
    expect(warnings).toMatchObject([{ err: { message: 'responses fail' } }, { err: { message: 'containers fail' } }]);
  });
});
