import { type ModelFolder, ModelHub, parseModelReference } from '@org/llama';
import { variableOf } from '../config/checks/variable-of.js';
import { ProgressLine, type ProgressOutput } from './progress-line.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface PullModelOptions {
  readonly folder: ModelFolder;
  /** HF_ENDPOINT, and HF_TOKEN or HF_TOKEN_FILE. */
  readonly variables: Variables;
  readonly output: ProgressOutput;
}

/** Downloads of this process: two models with the same file share one download. */
const running = new Map<string, Promise<string>>();

/** Loads what is missing of `hf:ORG/REPO/FILE` and gives the path of the file to open. Throws an EngineError. */
export async function pullModel(text: string, { folder, variables, output }: PullModelOptions): Promise<string> {
  const reference = parseModelReference(text);
  const key = `${folder.path}\0${text}`;
  const pulling =
    running.get(key) ??
    (async () => {
      const hub = modelHubFrom(variables);
      const line = new ProgressLine(output);
      try {
        return await folder.pull(reference, hub, {
          signal: new AbortController().signal,
          onProgress: (name, received, size) => line.show(name, received, size),
        });
      } finally {
        running.delete(key);
        await hub.close();
      }
    })();
  running.set(key, pulling);
  return await pulling;
}

function modelHubFrom(variables: Variables): ModelHub {
  const { HF_ENDPOINT: endpoint } = variables;
  const token = variableOf(variables, 'HF_TOKEN');
  return new ModelHub({
    ...(endpoint === undefined || endpoint === '' ? {} : { endpoint }),
    ...(token === undefined ? {} : { token }),
  });
}
