import { EngineError } from '@org/engine';
import { isObject } from '../shared/json-value.js';
import type { ModuleExports } from './load-package.js';

/** Makes the source of models that a package has, from its settings. */
export type ModelFactory = (settings: Readonly<Record<string, unknown>>) => unknown;

/**
 * The `createXxx` function of a package: the export that `wanted` names; else the only one there is, or the one that is
 * called like the package. Throws `invalid-request` with the names there are when that does not decide it.
 */
export function findFactory(exports: ModuleExports, packageName: string, wanted?: string): ModelFactory {
  const named = Object.entries(exports).filter(
    ([name, value]) => /^create[A-Z]/.test(name) && typeof value === 'function',
  );
  if (wanted !== undefined) {
    const value = exports[wanted];
    if (isFactory(value)) return value;
    throw new EngineError(
      'invalid-request',
      `the package ${packageName} exports no function ${wanted}; ${listed(named)}`,
      { param: 'export' },
    );
  }
  // Two names of one function are no choice.
  const factories = new Set(named.map(([, value]) => value));
  const [only] =
    factories.size === 1 ? factories : (named.find(([name]) => isCalledLike(name, packageName)) ?? []).slice(1);
  if (isFactory(only)) return only;
  throw new EngineError(
    'invalid-request',
    `the service cannot determine the factory of the package ${packageName}; name it in \`export\`; ${listed(named)}`,
    { param: 'export' },
  );
}

/** How to get a model out of what the factory made: the method `languageModel`, another one, or a call of it. */
export function modelSource(made: unknown, method = 'languageModel'): (modelId: string) => unknown {
  const found = isObject(made) || typeof made === 'function' ? (Reflect.get(made, method) as unknown) : undefined;
  if (typeof found === 'function') return (modelId) => Reflect.apply(found, made, [modelId]) as unknown;
  if (method === 'languageModel' && typeof made === 'function')
    return (modelId) => Reflect.apply(made, undefined, [modelId]) as unknown;
  throw new EngineError('invalid-request', `the provider that its factory creates has no method ${method}`, {
    param: 'method',
  });
}

function isFactory(value: unknown): value is ModelFactory {
  return typeof value === 'function';
}

/** `createAmazonBedrock` is called like `@ai-sdk/amazon-bedrock`. */
function isCalledLike(name: string, packageName: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain(name.slice('create'.length)) === plain(packageName.slice(packageName.lastIndexOf('/') + 1));
}

function listed(named: readonly (readonly [string, unknown])[]): string {
  return named.length === 0 ? 'it has no create... function' : `it has ${named.map(([name]) => name).join(', ')}`;
}
