// The attacks on what the store returns, as `npm run check:attacks` runs them; that command replaces this one.
//
//   npx node tools/reliability/memory-attacks/main.mjs [--attack NAME,NAME] [--store sqlite,postgres] [--scale 1]
//     [--seconds 15]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../command-line.mjs';

const names = [
  'item-references',
  'two-references',
  'repeated-reference',
  'previous-response',
  'long-conversation',
  'unread-item',
  'unread-items',
  'unread-response',
  'unread-input-items',
];
const { values } = readCommandLine(import.meta.url, {
  options: {
    attack: { type: 'string', default: names.join(',') },
    store: { type: 'string', default: 'sqlite,postgres' },
    scale: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '15' },
  },
});
const { attack, store, scale, seconds } = values;
const program = fileURLToPath(new URL('../attacks/main.mjs', import.meta.url));
const only = `^(?:${attack.replaceAll(',', '|')})$`;
const args = [program, '--only', only, '--store', store, '--scale', scale, '--seconds', seconds];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
