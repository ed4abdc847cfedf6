// The environment of a scenario: scripted models, the service that uses them, and recording proxies.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../reliability/postgres-server.mjs';
import { ServiceProcess } from '../reliability/service-process.mjs';
import { claudeCodeIn } from './claude-code.mjs';
import { codexIn } from './codex.mjs';
import { copilotIn } from './copilot.mjs';
import { nodeSdksIn } from './node-sdks.mjs';
import { opencodeIn } from './opencode.mjs';
import { programs } from './programs.mjs';
import { pythonIn } from './python-clients.mjs';
import { startRecordingProxy } from './recording-proxy.mjs';
import { startScriptedModel } from './scripted-model.mjs';
import { startScriptedUpstream } from './scripted-upstream.mjs';
import { upstreamModels } from './upstream-models.mjs';
import { startWebSite } from './web-site.mjs';

const key = 'key-of-the-clients-0123456789abcdef0123456789';
/** What the service sends to its upstream, and what no client may receive. */
const upstreamSecrets = { key: 'upstream-key-7f3c9a5e1b', header: 'gateway-header-4d8b2c6f0a' };

/**
 * Opens a world below `folder`, where the clients are installed. Codex does not run in the system's temporary folder.
 * @param {string} folder
 * @param {'sqlite' | 'postgres'} [store]
 */
export async function openWorld(folder, store = 'sqlite') {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'run-'));
  const remove = () => rmSync(own, { recursive: true, force: true });
  process.once('exit', remove);
  const [model, small] = [await startScriptedModel(), await startScriptedModel()];
  const [upstream, site] = [await startScriptedUpstream(), await startWebSite(own)];
  // The user of PostgreSQL may have no access to the home folder of this one.
  const database = mkdtempSync(join(tmpdir(), 'clients-'));
  process.once('exit', () => rmSync(database, { recursive: true, force: true }));
  const postgres = store === 'postgres' ? await PostgresServer.create(database) : undefined;
  const secrets = { ...upstreamSecrets, host: upstream.host };
  upstream.repeatSecrets(secrets);
  const service = await ServiceProcess.create({
    name: 'service',
    folder: own,
    dataDir: join(own, 'data'),
    env: {
      API_KEYS: `clients:${key}`,
      OWN_KEY: key,
      UPSTREAM_KEY: secrets.key,
      SERVICE_CONFIG: join(own, 'service.yaml'),
      LOG_LEVEL: 'warn',
      ...(postgres === undefined ? {} : { STORE_URL: postgres.url() }),
    },
  });
  const web = join(own, 'web');
  mkdirSync(web);
  writeFileSync(join(web, 'oak.md'), '# Oak doors\n\nOak doors last a century.\n');
  const provider = (chat) => ({ kind: 'chat-completions', baseUrl: chat.baseUrl, model: 'scripted' });
  /** The service as its own upstream, through the API of the client. */
  const itself = (kind, name) => ({ kind, baseUrl: service.url, apiKeyEnv: 'OWN_KEY', model: name });
  /** The scripted upstream, without retries, so that the requests of both ways can be compared. */
  const scripted = (kind) => ({
    kind,
    baseUrl: upstream.url,
    apiKeyEnv: 'UPSTREAM_KEY',
    headers: { 'x-gateway': secrets.header },
    retries: 0,
  });
  const settings = {
    // Shorter than the idle limits that the scenarios set.
    stream: { keepAliveSeconds: 1 },
    tools: {
      webSearch: { provider: 'local', folder: web, baseUrl: 'https://doors.example/' },
      webFetch: { allowPrivateHosts: [site.host] },
      // The check is about clients; packages/hosted-tools tests the sandboxes.
      code: { isolation: 'process' },
    },
    models: [
      { name: 'coder', provider: provider(model) },
      { name: 'coder-vllm', provider: { ...provider(model), profile: 'vllm' } },
      { name: 'gpt-*', provider: provider(model) },
      { name: 'claude-*', provider: provider(model) },
      { name: 'claude-haiku-*', provider: provider(small) },
      { name: 'gpt-6-luna', provider: itself('responses', 'gpt-6.1-sol') },
      { name: 'claude-sonnet-*', provider: itself('messages', 'claude-opus-5') },
      { name: upstreamModels.messages, provider: scripted('messages') },
      { name: upstreamModels.hidden, provider: scripted('messages'), errors: { upstreamMessages: 'hide' } },
      { name: upstreamModels.responses, provider: scripted('responses') },
      { name: 'demo', provider: { kind: 'llama', model: 'demo' } },
    ],
  };
  // JSON is YAML.
  writeFileSync(join(own, 'service.yaml'), JSON.stringify(settings));
  await service.start({ timeoutMs: 180_000 });
  const proxy = await startRecordingProxy(service.url);
  const straightProxy = await startRecordingProxy(upstream.url);
  let scenes = 0;
  return {
    model,
    small,
    /**
     * Opens a scene: an empty home, an empty working directory, and an empty recording.
     * @param {{ straight?: boolean }} [route] whether the client calls the scripted upstream, without the service
     */
    openScene({ straight = false } = {}) {
      const scene = join(own, `scene-${(scenes += 1)}`);
      const [home, cwd] = [join(scene, 'home'), join(scene, 'project')];
      mkdirSync(cwd, { recursive: true });
      const route = straight ? straightProxy : proxy;
      route.exchanges.length = 0;
      model.play({ text: 'The scenario scripted nothing.' });
      small.play({ text: 'The scenario scripted nothing.' });
      upstream.play({ text: 'The scenario scripted nothing.' });
      site.requested.length = 0;
      const clientOptions = { home, cwd, baseUrl: route.url, key };
      const logged = readFileSync(service.logFile, 'utf8').length;
      return {
        cwd,
        home,
        key,
        model,
        small,
        upstream,
        pageUrl: site.pageUrl,
        site,
        secrets,
        straight,
        exchanges: route.exchanges,
        /** What the service has logged since the scene was opened. */
        readLog: () => readFileSync(service.logFile, 'utf8').slice(logged),
        codex: codexIn({ ...clientOptions, program: programs.codex.pathIn(folder) }),
        claude: claudeCodeIn({ ...clientOptions, program: programs.claude.pathIn(folder) }),
        copilot: copilotIn({ ...clientOptions, program: programs.copilot.pathIn(folder) }),
        opencode: opencodeIn({ ...clientOptions, program: programs.opencode.pathIn(folder) }),
        node: nodeSdksIn({ ...clientOptions, program: programs.node.pathIn(folder) }),
        python: pythonIn({ ...clientOptions, program: programs.python.pathIn(folder) }),
      };
    },
    async close() {
      await Promise.all([proxy.close(), straightProxy.close()]);
      await service.stop();
      await postgres?.stop('fast');
      await Promise.all([model.close(), small.close(), upstream.close(), site.close()]);
      process.off('exit', remove);
      remove();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openWorld>>} World */
/** @typedef {ReturnType<World['openScene']>} Scene */
