export { resolve, urls } from './testing/inside-urls.js';
export { resolving } from './testing/web.js';
export type { Resolve } from './web/guarded-connect.js';
