// Watches the service from a process of its own, which an attack does not slow down: memory, health, and the requests
// of the victim. It also has the victim's upstream.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { HealthProbe } from './health-probe.mjs';
import { MemorySampler } from './memory-sampler.mjs';
import { setPriorityOf } from './priority.mjs';
import { Victim } from './victim.mjs';

process.once('disconnect', () => process.exit(0));

const completion = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const upstream = createServer((request, response) => {
  request.resume().once('end', () => response.setHeader('content-type', 'application/json').end(completion));
});
upstream.keepAliveTimeout = 60_000;
upstream.listen(0, '127.0.0.1');
await once(upstream, 'listening');

let watched;
process.on('message', async (message) => {
  if (message.type === 'start') {
    const { pid, victim, hasHighPriority } = message;
    setPriorityOf('observer', process.pid, hasHighPriority);
    setPriorityOf('service', pid, hasHighPriority);
    watched = { victim: new Victim(victim), health: new HealthProbe(victim.url), memory: new MemorySampler(pid) };
  } else if (message.type === 'stop') {
    const { victim, health, memory } = watched;
    const [requests, probes] = await Promise.all([victim.stop(), health.stop()]);
    report({ type: 'watched', requests, health: probes, memory: memory.stop() });
  }
});
report({ type: 'ready', baseUrl: `http://127.0.0.1:${upstream.address().port}/v1` });

function report(message) {
  if (process.connected) process.send(message);
}
