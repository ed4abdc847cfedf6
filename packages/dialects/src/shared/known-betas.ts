/** Why the service does not warn of a beta. */
interface KnownBetas {
  readonly source: string;
  readonly names: readonly string[];
}

/**
 * Values of the beta headers that cause no warning. A new entry needs its source: the client that always sends it, or
 * the field that requests its effect.
 */
const knownBetas: readonly KnownBetas[] = [
  {
    source: 'features of the service, which needs no header for them',
    names: [
      'message-batches-2024-09-24',
      'prompt-caching-2024-07-31',
      'pdfs-2024-09-25',
      'token-counting-2024-11-01',
      'computer-use-2024-10-22',
      'computer-use-2025-01-24',
      'computer-use-2025-11-24',
      'files-api-2025-04-14',
      'mcp-client-2025-04-04',
      'mcp-client-2025-11-20',
      'interleaved-thinking-2025-05-14',
      'fine-grained-tool-streaming-2025-05-14',
      'context-management-2025-06-27',
      'model-context-window-exceeded-2025-08-26',
      'structured-outputs-2025-11-13',
      'structured-outputs-2025-12-15',
      'effort-2025-11-24',
      'compact-2026-01-12',
      'compact-2026-09-04',
      'mid-conversation-system-2026-04-07',
      'mid-conversation-tool-changes-2026-07-01',
      'message-threads-2026-08-12',
      // The name of the responses API itself, from before it was stable.
      'responses=experimental',
    ],
  },
  {
    source:
      'fields and tools that request the effect; the service warns of those that have none (@anthropic-ai/sdk 1.14)',
    names: [
      'web-search-2025-03-05',
      'extended-cache-ttl-2025-04-11',
      'code-execution-2025-05-22',
      'code-execution-2025-08-25',
      'web-fetch-2025-09-10',
      'skills-2025-10-02',
      'code-execution-web-tools-2026-02-09',
      'fast-mode-2026-02-01',
      'advisor-tool-2026-03-01',
      'task-budgets-2026-03-13',
      'cache-diagnosis-2026-04-07',
      'server-side-fallback-2026-06-01',
      'server-side-fallback-2026-07-01',
      'fallback-credit-2026-06-01',
      'fallback-credit-2026-07-01',
      'mid-conversation-output-config-2026-07-01',
      'mcp-client-2026-09-15',
    ],
  },
  {
    source: 'strings of Claude Code 2.1.332, which sends them without a choice of its user',
    names: [
      'claude-code-20250219',
      'oauth-2025-04-20',
      'tool-search-tool-2025-10-19',
      'advanced-tool-use-2025-11-20',
      'prompt-caching-scope-2026-01-05',
      'afk-mode-2026-01-31',
      'redact-thinking-2026-02-12',
      'context-hint-2026-04-09',
      'prompt-caching-evict-2026-05-12',
      'thinking-token-count-2026-05-13',
      'per-turn-control-2026-07-01',
      'auto-mode-classifier-2026-07-16',
      'thinking-resumption-2026-07-17',
      'thinking-binding-controls-2026-08-01',
      'thinking-display-updates-2026-08-18',
      'mid-conversation-system-clear-at-2026-08-21',
      'cache-keepalive-2026-09-03',
      'dangerous-tool-use-2026-09-03',
      'timing-2026-09-09',
      'inline-tools-2026-09-15',
      'program-use-case-ids-2026-09-17',
      'claude-code-side-query-2026-09-29',
      'resumption-2026-10-08',
      'tool-provenance-2026-10-26',
      'web-search-results-only-2026-11-15',
      'subagent-review-2026-11-17',
    ],
  },
];

const names: ReadonlySet<string> = new Set(knownBetas.flatMap((group) => group.names));

/** Whether the service does not warn of a value of a beta header. */
export function isKnownBeta(name: string): boolean {
  return names.has(name);
}
