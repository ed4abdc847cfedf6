// The dependency rules of ARCHITECTURE.md as dependency-cruiser rules. `allowed` says what a folder may import from
// outside of itself; everything else is forbidden. Each rule is broken once on purpose in test/boundaries.spec.mjs.

/** A folder may import only what matches one of `allowed`; node: builtins are named there, too. */
const only = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { pathNot: [`^${folder}/`, ...allowed] },
});

const npm = (...names) => names.map((name) => `node_modules/(?:@types/)?${name}/`);
const node =
  '^(?:node:)?(?:assert|async_hooks|buffer|child_process|crypto|diagnostics_channel|dns|events|fs|http|https|module|net|os|path|perf_hooks|process|sqlite|stream|string_decoder|timers|url|util|worker_threads|zlib)(?:/|$)';

export const rules = [
  { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: [node] } },
  {
    name: 'no-circular',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  // Of two folders of the app at most one knows the other, types included.
  {
    name: 'rooms-of-the-app-in-order',
    severity: 'error',
    scope: 'folder',
    from: { path: '^apps/api/src/' },
    to: { circular: true },
  },
  only('protocol-needs-only-zod', 'packages/protocol/src', [
    ...npm('zod', 'node'),
    '^(?:node:)?(?:fs|url|path)(?:/|$)',
  ]),
  only('engine-core-needs-nothing', 'packages/engine/src/(?:model|errors|ports|turn|routing)', [
    '^packages/engine/src/(?:model|errors|ports|turn|routing|flow)/',
  ]),
  only('engine-knows-none-of-ours', 'packages/engine/src', [
    node,
    ...npm(
      'node-llama-cpp',
      '@huggingface/jinja',
      'ajv',
      'workerpool',
      'undici',
      'pg',
      'pg-[a-z-]+',
      '@ai-sdk/provider',
      'import-meta-resolve',
      'ipaddr.js',
      '@modelcontextprotocol/client',
    ),
  ]),
  only('upstream-needs-only-undici', 'packages/engine/src/generators/upstream', [
    node,
    '^packages/engine/src/(?:model|errors|ports|flow)/',
    ...npm('undici'),
  ]),
  only('chat-completions-needs-only-upstream', 'packages/engine/src/generators/chat-completions', [
    node,
    '^packages/engine/src/(?:model|errors|ports|generators/upstream)/',
  ]),
  only('wire-needs-only-upstream', 'packages/engine/src/generators/wire', [
    node,
    '^packages/engine/src/(?:model|errors|ports|generators/upstream)/',
  ]),
  only('ai-sdk-needs-only-upstream', 'packages/engine/src/generators/ai-sdk', [
    node,
    '^packages/engine/src/(?:model|errors|ports|flow|generators/upstream)/',
    ...npm('@ai-sdk/provider', 'import-meta-resolve', 'undici'),
  ]),
  only('media-needs-only-its-libraries', 'packages/engine/src/media', [
    node,
    '^packages/engine/src/(?:model|errors|ports|flow)/',
    ...npm('undici', 'ipaddr.js'),
  ]),
  only('tool-servers-need-only-their-libraries', 'packages/engine/src/tool-servers', [
    node,
    '^packages/engine/src/(?:model|errors|ports|flow|media)/',
    ...npm('undici', '@modelcontextprotocol/client'),
  ]),
  only('flow-knows-no-generator', 'packages/engine/src/flow', [
    node,
    '^packages/engine/src/(?:model|errors|ports)/',
    ...npm('undici'),
  ]),
  only('model-files-needs-only-undici', 'packages/engine/src/model-files', [
    node,
    '^packages/engine/src/errors/',
    ...npm('undici'),
  ]),
  only('llama-needs-only-its-libraries', 'packages/engine/src/generators/llama', [
    node,
    '^packages/engine/src/(?:model|errors|ports)/',
    ...npm('node-llama-cpp', '@huggingface/jinja', 'ajv', 'workerpool'),
  ]),
  only('sqlite-store-needs-only-node', 'packages/engine/src/stores/sqlite', [
    node,
    '^packages/engine/src/(?:model|errors|ports|flow|identity|stores/[a-z-]+\\.ts)',
  ]),
  only('postgres-store-needs-only-pg', 'packages/engine/src/stores/postgres', [
    node,
    '^packages/engine/src/(?:model|errors|ports|flow|identity|stores/[a-z-]+\\.ts)',
    ...npm('pg', 'pg-[a-z-]+'),
  ]),
  only('dialects-translate-only', 'packages/dialects/src', [
    '^packages/protocol/',
    '^packages/engine/(?:src|dist)/(?:model|errors)/',
    '^packages/engine/(?:src|dist)/(?:ports/(?:sealer|server-tool-form|store|conversation-store|upstream-wire)|turn/turn-request)',
  ]),
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
  only('sdk-needs-only-protocol', 'packages/sdk/src', ['^packages/protocol/']),
  {
    name: 'nobody-imports-tools-or-examples',
    severity: 'error',
    from: { path: '^(?:apps|packages)/' },
    to: { path: '^(?:tools|examples)/' },
  },
  { name: 'nobody-imports-the-app', severity: 'error', from: { path: '^packages/' }, to: { path: '^apps/' } },
];
