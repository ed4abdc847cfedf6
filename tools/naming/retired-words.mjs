// Words that the project no longer uses in names, and their replacements. The reasons are in docs/glossary.md.

/**
 * @typedef {object} RetiredWord
 * @property {readonly string[]} words forms of the word inside names, in lower case
 * @property {string} use the word to write instead
 */

/** @type {readonly RetiredWord[]} */
export const retiredWords = [
  { words: ['generator', 'generators'], use: 'LanguageModel, provider' },
  { words: ['wire', 'wires'], use: 'API, payload, protocol' },
  { words: ['answer', 'answers', 'answered', 'answering'], use: 'response, completion, reply, tool result' },
  { words: ['told', 'tell', 'tells', 'said', 'says'], use: 'sent, reported, returned' },
  { words: ['piece', 'pieces', 'pieced'], use: 'chunk, delta, part, segment' },
  { words: ['cut', 'cuts'], use: 'truncated, aborted, disconnected' },
  { words: ['whole'], use: 'complete, non-streaming' },
  { words: ['exchange', 'exchanges'], use: 'RequestContext' },
  { words: ['noted', 'notes'], use: 'log fields' },
  { words: ['room', 'rooms'], use: 'MemoryBudget, ByteLimiter' },
  { words: ['lane', 'lanes'], use: 'fair-queue key, stream, receive buffer' },
  { words: ['place', 'places', 'placed'], use: 'slot, index, ticket, location' },
  { words: ['remains'], use: 'tombstone, pending deletion' },
  { words: ['kept', 'keeps'], use: 'stored, persisted' },
  { words: ['heeds', 'heeded', 'unheeded'], use: 'supports, unsupported' },
  { words: ['wish', 'wishes'], use: 'optional parameter' },
  { words: ['fit', 'fits', 'fitting', 'refit', 'learned'], use: 'fallback, downgrade, CapabilityCache' },
  { words: ['complaint', 'complaints'], use: 'error pattern, rejection' },
  {
    words: ['seal', 'seals', 'sealed', 'sealer', 'sealers', 'unseal', 'proof', 'proofs', 'issuer'],
    use: 'signature, signer',
  },
  {
    words: ['manner', 'manners', 'habit', 'habits', 'tongue', 'tongues'],
    use: 'API traits, template capabilities, codec',
  },
  { words: ['bag', 'bags'], use: 'passthrough fields, provider metadata' },
  { words: ['begun', 'begin', 'begins'], use: 'started, start; assistant prefill' },
  { words: ['foreign'], use: "other owner's, other provider's" },
  { words: ['unseen'], use: 'unsupported content' },
  { words: ['card', 'cards'], use: 'ModelInfo' },
  { words: ['resting', 'trial'], use: 'circuit open, half-open, probe' },
  { words: ['tenant', 'tenants'], use: 'resident model' },
  { words: ['breather', 'rests'], use: 'yieldToEventLoop' },
  { words: ['bell', 'roll', 'spell'], use: 'notifier, intrusive set, event-loop lag' },
  { words: ['chore', 'chores'], use: 'task' },
  { words: ['served'], use: 'server tool loop; configured' },
  { words: ['consent', 'consents'], use: 'approval' },
  { words: ['brought'], use: 'from input' },
  { words: ['spoken'], use: 'audio output' },
  { words: ['thought', 'thoughts'], use: 'reasoning item, thinking block' },
  { words: ['doubtful'], use: 'configuration warnings' },
  { words: ['mend', 'mends', 'mended'], use: 'repair, normalize' },
  { words: ['law', 'laws', 'corpus'], use: 'property test, fixture' },
  { words: ['behind'], use: 'after' },
  { words: ['beside', 'besides'], use: 'with, alongside, next to' },
  { words: ['most', 'longest', 'shortest', 'fewest'], use: 'max, min' },
  { words: ['patience', 'patient'], use: 'timeout' },
  { words: ['listing'], use: 'page, list' },
];

const byWord = new Map(retiredWords.flatMap(({ words, use }) => words.map((word) => [word, use])));

/** The words of a name: `toldUsage`, `told-usage` and `TOLD_USAGE` have the same two. */
export function textOf(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');
}

/** The first retired word in `name`, with its replacement; `undefined` if it contains none. */
export function findRetiredWord(name) {
  for (const word of textOf(name)) {
    const use = byWord.get(word);
    if (use !== undefined) return { word, use };
  }
  return undefined;
}
