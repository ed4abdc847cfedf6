// The environment of a scenario: a scripted model, the service that uses it, and a recording proxy.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceProcess } from '../reliability/service-process.mjs';
import { claudeCodeIn } from './claude-code.mjs';
import { codexIn } from './codex.mjs';
import { copilotIn } from './copilot.mjs';
import { opencodeIn } from './opencode.mjs';
import { programs } from './programs.mjs';
import { pythonIn } from './python-clients.mjs';
import { startRecordingProxy } from './recording-proxy.mjs';
import { startScriptedModel } from './scripted-model.mjs';

const key = 'key-of-the-clients-0123456789abcdef0123456789';

/** Opens a world below `folder`, where the clients are installed. Codex does not run in the system's temporary folder. */
export async function openWorld(folder) {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'run-'));
  const remove = () => rmSync(own, { recursive: true, force: true });
  process.once('exit', remove);
  const [model, small] = [await startScriptedModel(), await startScriptedModel()];
  const service = await ServiceProcess.create({
    name: 'service',
    folder: own,
    dataDir: join(own, 'data'),
    env: { API_KEYS: `clients:${key}`, OWN_KEY: key, SERVICE_CONFIG: join(own, 'service.yaml'), LOG_LEVEL: 'warn' },
  });
  const provider = (upstream) => ({ kind: 'chat-completions', baseUrl: upstream.baseUrl, model: 'scripted' });
  /** The service as its own upstream, through the API of the client. */
  const itself = (kind, name) => ({ kind, baseUrl: service.url, apiKeyEnv: 'OWN_KEY', model: name });
  const settings = {
    models: [
      { name: 'coder', provider: provider(model) },
      { name: 'gpt-*', provider: provider(model) },
      { name: 'claude-*', provider: provider(model) },
      { name: 'claude-haiku-*', provider: provider(small) },
      { name: 'gpt-6-luna', provider: itself('responses', 'gpt-6.1-sol') },
      { name: 'claude-sonnet-*', provider: itself('messages', 'claude-opus-5') },
      { name: 'demo', provider: { kind: 'llama', model: 'demo' } },
    ],
  };
  // JSON is YAML.
  writeFileSync(join(own, 'service.yaml'), JSON.stringify(settings));
  await service.start({ timeoutMs: 180_000 });
  const proxy = await startRecordingProxy(service.url);
  let scenes = 0;
  return {
    model,
    small,
    /** Opens a scene: an empty home, an empty working directory, and an empty recording. */
    openScene() {
      const scene = join(own, `scene-${(scenes += 1)}`);
      const [home, cwd] = [join(scene, 'home'), join(scene, 'project')];
      mkdirSync(cwd, { recursive: true });
      proxy.exchanges.length = 0;
      model.play({ text: 'The scenario scripted nothing.' });
      small.play({ text: 'The scenario scripted nothing.' });
      const clientOptions = { home, cwd, baseUrl: proxy.url, key };
      return {
        cwd,
        home,
        key,
        model,
        small,
        exchanges: proxy.exchanges,
        codex: codexIn({ ...clientOptions, program: programs.codex.pathIn(folder) }),
        claude: claudeCodeIn({ ...clientOptions, program: programs.claude.pathIn(folder) }),
        copilot: copilotIn({ ...clientOptions, program: programs.copilot.pathIn(folder) }),
        opencode: opencodeIn({ ...clientOptions, program: programs.opencode.pathIn(folder) }),
        python: pythonIn({ ...clientOptions, program: programs.python.pathIn(folder) }),
      };
    },
    async close() {
      await proxy.close();
      await service.stop();
      await Promise.all([model.close(), small.close()]);
      process.off('exit', remove);
      remove();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openWorld>>} World */
/** @typedef {ReturnType<World['openScene']>} Scene */
