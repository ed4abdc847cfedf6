import {
  findModelFile,
  type FoundModelFile,
  formatModelReference,
  type ModelFolder,
  ModelHub,
  type ModelReference,
  parseHubReference,
} from '@org/llama';
import { variableOf } from '../config/checks/variable-of.js';
import { inUnits, ProgressLine, type ProgressOutput } from './progress-line.js';

type Variables = Readonly<Record<string, string | undefined>>;

export interface PullModelOptions {
  readonly folder: ModelFolder;
  /** HF_ENDPOINT, and HF_TOKEN or HF_TOKEN_FILE. */
  readonly variables: Variables;
  readonly output: ProgressOutput;
}

export interface PulledModel {
  /** The file to open. */
  readonly path: string;
  /** As `hf:ORG/REPO/FILE`. */
  readonly name: string;
}

const maxListed = 40;
/** Downloads of this process: two models with the same file share one download. */
const running = new Map<string, Promise<string>>();

/**
 * Downloads what is missing of `hf:ORG/REPO/FILE` or `hf:ORG/REPO[:QUANTIZATION]`. For a repository with several
 * models, the output lists them. Throws an EngineError.
 */
export async function pullModel(text: string, options: PullModelOptions): Promise<PulledModel> {
  const wanted = parseHubReference(text);
  const hub = modelHubFrom(options.variables);
  try {
    const signal = new AbortController().signal;
    const found = 'file' in wanted ? undefined : await findModelFile(wanted, { ...options, hub, signal });
    if (found !== undefined) showChoice(found, options.output);
    const reference = 'file' in wanted ? wanted : found?.reference;
    if (reference === undefined) throw new Error('The reference names neither a file nor a repository.');
    return { name: formatModelReference(reference), path: await pullFile(reference, hub, options) };
  } finally {
    await hub.close();
  }
}

async function pullFile(
  reference: ModelReference,
  hub: ModelHub,
  { folder, output }: PullModelOptions,
): Promise<string> {
  const key = `${folder.path}\0${formatModelReference(reference)}`;
  const line = new ProgressLine(output);
  const pulling =
    running.get(key) ??
    folder
      .pull(reference, hub, {
        signal: new AbortController().signal,
        onProgress: (name, received, size) => line.show(name, received, size),
      })
      .finally(() => running.delete(key));
  running.set(key, pulling);
  return await pulling;
}

function showChoice({ reference, choices }: FoundModelFile, output: ProgressOutput): void {
  if (choices.length < 2) return;
  const lines = choices
    .slice(0, maxListed)
    .map(({ file, size }) => `${file === reference.file ? '->' : '  '} ${inUnits(size).padStart(9)}  ${file}`);
  const more = choices.length > maxListed ? [`   and ${choices.length - maxListed} more`] : [];
  output.write(`${[`The models of hf:${reference.repo}, with the chosen one:`, ...lines, ...more].join('\n')}\n`);
}

function modelHubFrom(variables: Variables): ModelHub {
  const { HF_ENDPOINT: endpoint } = variables;
  const token = variableOf(variables, 'HF_TOKEN');
  return new ModelHub({
    ...(endpoint === undefined || endpoint === '' ? {} : { endpoint }),
    ...(token === undefined ? {} : { token }),
  });
}
