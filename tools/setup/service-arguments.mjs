// How the service is started: by `npm start`, and by whatever measures it.
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * The arguments of Node. What a request needs dies young, and V8 would let it gather in 64 MB and in 64 MB more before it looks. A
 * quarter of that is enough, takes less memory, and is cheaper, too: more of it is still in the caches of the processor.
 */
export function serviceArguments(program = join(root, 'apps/api/dist/main.js')) {
  return ['--max-semi-space-size=16', program];
}
