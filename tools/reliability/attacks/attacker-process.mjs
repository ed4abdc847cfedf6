// The process of an attack.
import { setMaxListeners } from 'node:events';
import { setPriorityOf } from './priority.mjs';
import { findAttack } from './index.mjs';
import { Attacker } from './attacker.mjs';
import { startRecordingUpstream } from './recording-upstream.mjs';

process.once('disconnect', () => process.exit(0));
process.on('unhandledRejection', (error) => report({ type: 'failed', reason: String(error?.stack ?? error) }));

const upstream = await startRecordingUpstream();
const end = new AbortController();
setMaxListeners(0, end.signal);
let attacker;
let attack;
let prepared;

process.on('message', async (message) => {
  try {
    if (message.type === 'prepare') {
      setPriorityOf('attacker', process.pid, message.hasHighPriority);
      attack = findAttack(message.name);
      attacker = new Attacker({ ...message.options, signal: end.signal, upstream });
      prepared = await attack.prepare?.(attacker);
      upstream.received.length = 0;
      report({ type: 'prepared' });
    } else if (message.type === 'run') {
      const timer = setTimeout(() => end.abort(), message.seconds * 1_000);
      // An attack whose requests ended before the time limit has nothing more to do.
      await Promise.race([attack.run(attacker, prepared), attacker.end()]);
      clearTimeout(timer);
      end.abort();
      const { statuses, faults, examples } = attacker;
      report({ type: 'ended', statuses, faults: [...faults], examples });
    }
  } catch (error) {
    report({ type: 'failed', reason: String(error?.stack ?? error) });
  }
});
report({
  type: 'ready',
  baseUrls: Object.fromEntries(['fast', 'slow', 'long', 'torrent'].map((speed) => [speed, upstream.baseUrl(speed)])),
});

function report(message) {
  if (process.connected) process.send(message);
}
