import { readFileSync, writeFileSync } from 'node:fs';
import { descendantsOf } from '../../descendants-of.mjs';
import { residentMb } from '../service-process.mjs';

const intervalMs = 20;
/** Samples between two looks for new child processes. */
const samplesPerLook = 10;

/**
 * The peak of resident memory of a process and its children, in megabytes. The kernel has the exact peak of the process
 * itself (VmHWM); that of the tree is sampled. Linux only; 0 elsewhere.
 */
export class MemorySampler {
  #pid;
  #children = [];
  #samples = 0;
  #treePeak = 0;
  #timer;

  /** @param {number} pid */
  constructor(pid) {
    this.#pid = pid;
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5'); // Resets VmHWM.
    } catch {
      // The peak then includes what was before.
    }
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), intervalMs);
  }

  /** @returns {{ peakMb: number, treePeakMb: number, lastMb: number }} */
  stop() {
    clearInterval(this.#timer);
    this.#sample();
    const peakMb = highWaterMb(this.#pid);
    return { peakMb, treePeakMb: Math.max(peakMb, this.#treePeak), lastMb: residentMb(this.#pid) };
  }

  #sample() {
    if (this.#samples++ % samplesPerLook === 0) this.#children = descendantsOf(this.#pid);
    const all = [this.#pid, ...this.#children].map(residentMb).reduce((sum, mb) => sum + mb, 0);
    this.#treePeak = Math.max(this.#treePeak, all);
  }
}

function highWaterMb(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
