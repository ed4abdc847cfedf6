import { ModelFolder, modelStem, parseModelReference } from '@org/llama';
import { ConfigError } from '../config/checks/config-error.js';
import { modelsFolder } from '../config/models-folder.js';
import type { ServiceConfig } from '../config/service-config.js';
import { inUnits, type ProgressOutput } from './progress-line.js';
import { pullModel } from './pull-model.js';

/** The usage text of the commands. */
export const modelUsage = `one of:
  pull hf:ORG/REPO[:QUANTIZATION] downloads a model, or resumes the download; HF_TOKEN gives access to private files
  pull hf:ORG/REPO/FILE.gguf      downloads one file of a repository
  list                            lists the downloaded model files
  remove hf:ORG/REPO/FILE.gguf    removes a model file`;

/** `main.js model ...`: manages the model files in the data folder, and returns the output to print. */
export async function modelProgram(
  args: readonly string[],
  { dataDir }: Pick<ServiceConfig, 'dataDir'>,
  variables: Readonly<Record<string, string | undefined>>,
  output: ProgressOutput,
): Promise<string> {
  const folder = new ModelFolder(modelsFolder(dataDir));
  const [verb, name, ...more] = args;
  if (more.length > 0) throw new ConfigError(`too many arguments; ${modelUsage}`);
  switch (verb) {
    case 'pull': {
      const pulled = await pullModel(nameOf(name), { folder, variables, output });
      return `${pulled.path}\nA service without service.yaml serves it as "${modelStem(pulled.name)}". In service.yaml: provider: { kind: llama, model: "${pulled.name}" }`;
    }
    case 'list': {
      if (name !== undefined) throw new ConfigError(`list takes no argument; ${modelUsage}`);
      const models = await folder.list();
      return models.length === 0
        ? `No model files in ${folder.path}`
        : models.map(({ name: stored, bytes }) => `${inUnits(bytes).padStart(9)}  ${stored}`).join('\n');
    }
    case 'remove':
      await folder.remove(parseModelReference(nameOf(name)));
      return `${nameOf(name)} is removed`;
    default:
      throw new ConfigError(modelUsage);
  }
}

function nameOf(name: string | undefined): string {
  if (name === undefined) throw new ConfigError(`the name of a model file is missing; ${modelUsage}`);
  return name;
}
