import { keyUsage } from './keys/parse-key-command.js';
import { modelUsage } from './model-files/model-program.js';

const usage = `Without a command the program serves. With one it does that, and ends:
  key ...        makes, lists, rotates and revokes the keys in the store
  model ...      loads, lists and removes model files
  store-keys     moves what is stored to the first of STORE_KEYS
  --help         shows this; behind "key" or "model", their commands
  --version      shows the version
Settings are environment variables and service.yaml: docs/reference/settings.md.`;

/** What to print for somebody who asks for help; undefined for everybody else. */
export function programHelp(words: readonly string[]): string | undefined {
  const [verb] = words;
  if (verb !== 'help' && !words.includes('--help') && !words.includes('-h')) return undefined;
  if (verb === 'key') return `key, ${keyUsage}`;
  if (verb === 'model') return `model, ${modelUsage}`;
  return usage;
}
