export { resolvePrivate, privateUrls } from './testing/private-urls.js';
export { resolving } from './testing/web.js';
export type { Resolve } from './web/guarded-connect.js';
