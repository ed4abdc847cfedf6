import { isBuiltin } from 'node:module';
import { EngineError } from '@org/engine';

/** `@scope/name` or `name`, and the subpath in the package. */
const form = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:\/[\w-][\w./-]*)?$/i;
const maxLength = 214;

/**
 * The package that `specifier` names, without a path in it: what has to be installed. Throws `invalid-request` for
 * everything that is not the name of a package: paths, URLs, modules of Node.
 */
export function packageName(specifier: string): string {
  const name =
    specifier.length > maxLength || isBuiltin(specifier) || specifier.includes('..')
      ? undefined
      : form.exec(specifier)?.[1];
  if (name === undefined)
    throw new EngineError(
      'invalid-request',
      `${JSON.stringify(specifier.slice(0, maxLength))} is not the name of a package`,
      { param: 'package' },
    );
  return name;
}
