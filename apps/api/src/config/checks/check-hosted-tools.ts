// Settings of hosted tools that refer to something outside of their section: a model, a folder, a program.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { systemReason } from '../system-reason.js';
import { ConfigError } from './config-error.js';
import { nearestName } from './nearest-name.js';

interface NamedTask {
  readonly name: string;
  /** Default: chat. */
  readonly task?: string | undefined;
}

/** Throws a ConfigError where `tools.fileSearch` names a model that is not configured, or is of another task. */
export function checkRetrievalModels(
  { embedding, reranker }: { readonly embedding?: string | undefined; readonly reranker?: string | undefined },
  models: readonly NamedTask[],
): void {
  checkTaskOf('tools.fileSearch.embedding', embedding, 'embedding', models);
  checkTaskOf('tools.fileSearch.reranker', reranker, 'rerank', models);
}

function checkTaskOf(setting: string, name: string | undefined, task: string, models: readonly NamedTask[]): void {
  if (name === undefined) return;
  const model = modelOf(name, models);
  if (model === undefined) {
    const nearest = nearestName(
      name,
      models.filter((one) => one.task === task).map((one) => one.name),
    );
    throw new ConfigError(
      `${setting} is "${name}", which is not the name of a model; ${nearest === undefined ? `add a model with this name and task: ${task}` : `did you mean "${nearest}"?`}`,
    );
  }
  if ((model.task ?? 'chat') !== task)
    throw new ConfigError(
      `${setting} is "${name}", a model with task: ${model.task ?? 'chat'}; name a model with task: ${task}`,
    );
}

/** The model that serves a name, as requests find it: the exact name, then the pattern with the longest prefix. */
function modelOf(name: string, models: readonly NamedTask[]): NamedTask | undefined {
  const exact = models.find((model) => model.name === name);
  if (exact !== undefined) return exact;
  const [first] = models
    .filter((model) => model.name.includes('*') && expressionOf(model.name).test(name))
    .toSorted((one, other) => other.name.indexOf('*') - one.name.indexOf('*'));
  return first;
}

function expressionOf(pattern: string): RegExp {
  const literals = pattern.split('*').map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join('.*')}$`, 's');
}

/** Throws a ConfigError where `path` is not a folder that this user may read. */
export function checkFolder(setting: string, path: string): void {
  try {
    if (statSync(path).isDirectory()) return accessSync(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `${setting} is the folder ${path}, which cannot be read: ${systemReason(error)}; create it, or correct the path`,
    );
  }
  throw new ConfigError(`${setting} is ${path}, which is a file; set the path of a folder`);
}

/** Throws a ConfigError where `program` is not an executable file, or a name that the folders of `searchPath` lack. */
export function checkProgram(setting: string, program: string, searchPath: string | undefined): void {
  if (program.includes('/')) {
    const reason = reasonNotToRun(program);
    if (reason === undefined) return;
    throw new ConfigError(
      `${setting} is the program ${program}, which cannot run: ${reason}; correct the path, or remove the setting to use the Python of the machine`,
    );
  }
  const folders = (searchPath ?? '').split(delimiter).filter((folder) => folder !== '');
  if (folders.some((folder) => reasonNotToRun(join(folder, program)) === undefined)) return;
  throw new ConfigError(
    `${setting} is the program ${program}, which no folder of PATH has; set its complete path, or remove the setting to use the Python of the machine`,
  );
}

/** Why the file at `path` is not a program that this user may run. */
function reasonNotToRun(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? undefined : 'it is not a file';
  } catch (error) {
    return systemReason(error);
  }
}
