/** The output for progress: a terminal, or a file. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barWidth = 24;
const redrawIntervalMs = 100;
const lineMs = 10_000;

/** Shows the progress of a file: a redrawn bar on a terminal, an occasional line elsewhere. */
export class ProgressLine {
  #name = '';
  #startedAt = 0;
  #startedWith = 0;
  #renderedAt = 0;

  constructor(
    readonly output: ProgressOutput,
    /** Milliseconds. */
    readonly now: () => number = () => performance.now(),
  ) {}

  show(name: string, received: number, size: number): void {
    const now = this.now();
    if (name !== this.#name) {
      this.#name = name;
      this.#startedAt = now;
      this.#startedWith = received;
      this.#renderedAt = Number.NEGATIVE_INFINITY;
      if (this.output.isTTY === true) this.output.write(`${name}\n`);
    }
    const done = received === size;
    const isTerminal = this.output.isTTY === true;
    if (!done && now - this.#renderedAt < (isTerminal ? redrawIntervalMs : lineMs)) return;
    this.#renderedAt = now;
    const speed = (received - this.#startedWith) / Math.max(1, now - this.#startedAt);
    const facts = describeProgress(received, size, speed * 1000);
    this.output.write(
      isTerminal ? `\r  ${bar(received / size)} ${facts}\x1b[K${done ? '\n' : ''}` : `${name}: ${facts}\n`,
    );
  }
}

/** Such as ` 45 %  1.2 GB of 2.7 GB  35.0 MB/s  41 s left`. `speed` in bytes per second. */
export function describeProgress(received: number, size: number, speed: number): string {
  const percent = `${String(size === 0 ? 100 : Math.floor((received / size) * 100)).padStart(3)} %`;
  const remaining = received < size && speed > 0 ? [`${Math.ceil((size - received) / speed)} s left`] : [];
  return [
    percent,
    `${inUnits(received)} of ${inUnits(size)}`,
    ...(speed > 0 ? [`${inUnits(speed)}/s`] : []),
    ...remaining,
  ].join('  ');
}

/** A number of bytes for people. */
export function inUnits(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? 'B'}`;
}

function bar(share: number): string {
  const full = Math.floor(Math.min(1, share) * barWidth);
  return `[${'#'.repeat(full)}${' '.repeat(barWidth - full)}]`;
}
