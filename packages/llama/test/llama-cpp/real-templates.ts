import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The chat templates of real models that the source of llama.cpp has, by their names. The library carries that source as a git bundle. */
export function realTemplates(): ReadonlyMap<string, string> {
  const bundle = join(
    dirname(fileURLToPath(import.meta.resolve('node-llama-cpp'))),
    '..',
    'llama',
    'gitRelease.bundle',
  );
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', [...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    git('clone', '--quiet', '--no-checkout', bundle, '.');
    git('checkout', '--quiet', 'HEAD', '--', 'models/templates');
    const templates = join(folder, 'models', 'templates');
    const names = readdirSync(templates).filter((name) => name.endsWith('.jinja'));
    return new Map(names.map((name) => [name.slice(0, -'.jinja'.length), readFileSync(join(templates, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
