export { openPostgresStore, openSqliteStore } from './open-store.js';
export { defaultMaxBytesRead } from './shared/require-readable.js';
export { makeFolders } from './sqlite/database/make-folders.js';
