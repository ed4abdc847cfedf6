// Checks the service over a real llama-server: every kind of upstream that it can be, in both dialects. It
// complements the tests, which use recorded traffic. One line a statement; exit code 1 when one fails.
//
//   npm run llama-server && npx nx build @org/api && npx node tools/llama-server/check.mjs [PART OF A STATEMENT]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRandomModel } from '../bench/llama/random-gguf.mjs';
import { readCommandLine } from '../command-line.mjs';
import { send } from '../reliability/http-call.mjs';
import { ServiceProcess } from '../reliability/service-process.mjs';
import { runDemoServer } from './run-demo-server.mjs';
import { statements } from './statements.mjs';

const [wanted = ''] = readCommandLine(import.meta.url, { maxPositionals: 1 }).positionals;
const folder = mkdtempSync(join(tmpdir(), 'llama-server-check-'));
const key = 'key-of-the-check-4711';
const open = [];
try {
  const demo = await runDemoServer();
  open.push(demo);
  // Large enough to be observed while generating, and with meaningless output, so that it does not end by itself.
  const slowModel = join(folder, 'slow.gguf');
  await writeRandomModel(slowModel, {
    layers: 6,
    width: 512,
    heads: 8,
    hidden: 1408,
    vocabulary: 16_000,
    context: 8192,
  });
  const slow = await runDemoServer({ model: slowModel, contextLength: 8192 });
  open.push(slow);
  // The first model has no profile, because the server identifies itself.
  const models = [
    { name: 'chat-completions', provider: { kind: 'chat-completions', baseUrl: `${demo.origin}/v1`, model: 'demo' } },
    { name: 'messages', provider: { kind: 'messages', baseUrl: demo.origin, model: 'demo' } },
    { name: 'responses', provider: { kind: 'responses', baseUrl: demo.origin, model: 'demo' } },
    {
      name: 'slow',
      provider: { kind: 'chat-completions', profile: 'llama-cpp', baseUrl: `${slow.origin}/v1`, model: 'demo' },
    },
  ];
  const config = join(folder, 'service.yaml');
  writeFileSync(config, JSON.stringify({ models }));
  mkdirSync(join(folder, 'data'));
  const service = await ServiceProcess.create({
    name: 'service',
    folder,
    dataDir: join(folder, 'data'),
    env: { SERVICE_CONFIG: config, API_KEYS: `check:${key}`, LOG_LEVEL: 'info' },
  });
  await service.start();
  open.push({ close: () => service.kill() });
  const to = { url: service.url, key, headers: { 'anthropic-version': '2023-06-01' } };
  const call = (path, body) => send({ ...to, path, body });
  for (const { title, verify } of statements) {
    if (!title.includes(wanted)) continue;
    const fault = await verify({ call, to, service, slow }).catch((error) => error);
    process.stdout.write(
      `${fault === undefined ? 'holds' : 'FAILS'}: ${title}${fault === undefined ? '' : `\n  ${fault.message.replaceAll('\n', '\n  ')}`}\n`,
    );
    if (fault !== undefined) process.exitCode = 1;
  }
} finally {
  for (const one of open.toReversed()) await one.close();
  rmSync(folder, { recursive: true, force: true });
}
