// Assigns threads to cores. Where all threads share two cores, the main thread waits for a core 15 to 30 times a second, 1 to 3 ms each
// time. The delay of the event loop is then the kernel's choice, and the store has no part in it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Pins the main thread of this process to its first allowed core, and all other threads to the rest. A thread that
 * starts later inherits the cores of its parent, so call it again. Returns a sentence that describes the assignment.
 */
export function reserveCoreForMainThread() {
  let cores;
  try {
    cores = coresOf(process.pid);
    if (cores.length < 2) return 'all threads share one core';
    for (const thread of readdirSync('/proc/self/task'))
      pinThread(thread, Number(thread) === process.pid ? [cores[0]] : cores.slice(1));
  } catch {
    return 'the kernel places the threads (to pin them to cores, use Linux and taskset)';
  }
  return `the main thread has core ${cores[0]}, all others have ${cores.slice(1).join(', ')}`;
}

/** The cores of the process at its start; the main thread's own are fewer after the first call. */
let given;
function coresOf(pid) {
  given ??= readFileSync(`/proc/${pid}/status`, 'utf8')
    .match(/^Cpus_allowed_list:\s*(\S+)$/m)[1]
    .split(',')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
  return given;
}

function pinThread(thread, cores) {
  execFileSync('taskset', ['--cpu-list', '--pid', cores.join(','), thread], { stdio: 'ignore' });
}
