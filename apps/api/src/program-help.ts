import { keyUsage } from './keys/parse-key-command.js';
import { modelUsage } from './model-files/model-program.js';

const usage = `The program serves when it is given no words. With these it does a chore, and ends:
  key ...        looks after the keys in the store
  model ...      looks after model files
  store-keys     moves what is stored to the first of STORE_KEYS
  --help         shows this; behind "key" or "model", their commands
  --version      shows the version
What can be set stands in docs/guide/configuration.md.`;

/** What to print for somebody who asks for help; undefined for everybody else. */
export function programHelp(words: readonly string[]): string | undefined {
  const [verb] = words;
  if (verb !== 'help' && !words.includes('--help') && !words.includes('-h')) return undefined;
  if (verb === 'key') return `key, ${keyUsage}`;
  if (verb === 'model') return `model, ${modelUsage}`;
  return usage;
}
