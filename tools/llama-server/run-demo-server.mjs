// A real llama-server with the model name `demo`, by default with the built-in model of the service.
import { join } from 'node:path';
import { root } from '../setup/install.mjs';
import { requireServer } from './find-server.mjs';
import { runServer } from './run-server.mjs';

const demoModel = join(root, 'packages/demo-model/weights/demo.gguf');

/** @param {{ model?: string, contextLength?: number }} [settings] */
export async function runDemoServer({ model = demoModel, contextLength = 1024 } = {}) {
  return await runServer(requireServer(), { model, slots: 2, contextLength, threads: 1, more: ['--alias', 'demo'] });
}
