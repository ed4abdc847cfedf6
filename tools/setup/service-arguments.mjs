// How the service is started: by `npm start`, and by the measurements.
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * The arguments of Node. Request data is short-lived, and by default V8 lets it accumulate in 64 MB plus another 64
 * MB before it collects. Half of that takes less memory and no more time; with a quarter, large requests cost a
 * seventh more. The default start size is 1 MB, which the start fills so often that collection takes a tenth of the
 * CPU time. Old objects are collected when they have doubled; by default V8 lets them grow to several times
 * their size, which takes a fifth more memory under load.
 * See docs/decisions/bundle-the-service-and-tune-v8-for-short-requests.md
 */
export function serviceArguments(program = join(root, 'apps/api/dist/bundle/main.js')) {
  return ['--heap-growing-percent=100', '--min-semi-space-size=8', '--max-semi-space-size=32', program];
}

/**
 * The environment of Node. By default the C library gives each thread its own memory arena; the compiler threads have
 * little use for it. It also keeps freed blocks of up to 32 MB after the first one of that size: a fifth of the memory
 * of a service with large requests.
 */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
