import { chatUsage } from './chat/chat-arguments.js';
import { eraseUsage } from './erasure/parse-erase-command.js';
import { keyUsage } from './keys/parse-key-command.js';
import { modelUsage } from './model-files/model-program.js';

const usage = `Without a command the program starts the service. Models to serve may follow, each as a path or from a hub:
  ./my.gguf hf:ORG/REPO hf:ORG/REPO:Q8_0 NAME=./my.gguf
With a command it runs that and exits:
  chat ...       a prompt in the terminal, for a running service
  key ...        creates, lists, rotates, revokes and audits the keys in the store
  erase ...      removes an owner and everything that belongs to it
  model ...      downloads, lists and removes model files
  store-keys     moves stored content to the first key of STORE_KEYS
  --help         shows this help; after "chat", "key", "erase" or "model", their commands
  --version      shows the version
Settings are environment variables and service.yaml: docs/reference/settings.md.`;

/** The help text when the arguments request it; undefined otherwise. */
export function programHelp(args: readonly string[]): string | undefined {
  const [verb] = args;
  if (verb !== 'help' && !args.includes('--help') && !args.includes('-h')) return undefined;
  if (verb === 'chat') return `chat ${chatUsage}`;
  if (verb === 'key') return `key, ${keyUsage}`;
  if (verb === 'erase') return `erase ${eraseUsage}`;
  if (verb === 'model') return `model, ${modelUsage}`;
  return usage;
}
