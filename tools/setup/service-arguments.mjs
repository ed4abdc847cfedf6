// How the service is started: by `npm start`, and by whatever measures it.
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * The arguments of Node. What a request needs dies young, and V8 would let it gather in 64 MB and in 64 MB more before it looks. Half of
 * that takes less memory and no more time; with a quarter, large requests cost a seventh more. It would start with 1 MB, which
 * the start fills so often that its collection is a tenth of the processor time. See
 * docs/decisions/bundle-the-service-and-tune-v8-for-short-requests.md
 */
export function serviceArguments(program = join(root, 'apps/api/dist/bundle/main.js')) {
  return ['--min-semi-space-size=8', '--max-semi-space-size=32', program];
}

/** The environment of Node. The C library would give each thread memory of its own to keep; the threads that compile have little use for it. */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '2' };
