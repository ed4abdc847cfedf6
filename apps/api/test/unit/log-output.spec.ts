import { LogOutput, maxPendingCharacters, type OutputCalls } from '#src/log-output.js';
import { eventually } from '../kit/eventually.js';

/** An output that accepts `freeBytes` bytes and records what was written. */
class Disk implements OutputCalls {
  text = '';
  freeBytes = Infinity;
  /** Error code while the disk is full. */
  code = 'ENOSPC';
  readonly errorTexts: string[] = [];

  write(bytes: Buffer, done: Parameters<OutputCalls['write']>[1]): void {
    setImmediate(() => {
      try {
        done(null, this.writeSync(bytes));
      } catch (error) {
        done(error as NodeJS.ErrnoException, 0);
      }
    });
  }

  writeSync(bytes: Buffer): number {
    const count = Math.min(bytes.length, this.freeBytes);
    if (count === 0) throw Object.assign(new Error('no room'), { code: this.code });
    this.freeBytes -= count;
    this.text += bytes.toString('utf8', 0, count);
    return count;
  }

  reportLogFailure(sentence: string): void {
    this.errorTexts.push(sentence);
  }
}

let disk: Disk;
let output: LogOutput;
let timer: NodeJS.Timeout;
beforeEach(() => {
  disk = new Disk();
  output = new LogOutput(disk, (count) => `${count} lost\n`);
  timer = setInterval(() => output.flush(), 20);
});
afterEach(() => clearInterval(timer));

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));

describe('an output that fails', () => {
  it('receives every line completely and in order once it works again', async () => {
    disk.freeBytes = 4;
    output.write('one\n');
    output.write('two\n');
    await soon();
    output.write('three\n');
    disk.freeBytes = Infinity;
    await eventually(() => disk.text.endsWith('three\n'));
    expect(disk.text).toBe('one\ntwo\nthree\n');
  });

  it('is reported once per failure, however often it is retried', async () => {
    for (const time of [1, 2]) {
      disk.freeBytes = 0;
      output.write('line\n');
      await soon();
      expect(disk.errorTexts).toHaveLength(time);
      expect(disk.errorTexts.at(-1)).toContain('ENOSPC');
      disk.freeBytes = Infinity;
      await eventually(() => disk.text === 'line\n'.repeat(time));
    }
  });

  it('is not reported when it is only busy', async () => {
    Object.assign(disk, { freeBytes: 0, code: 'EAGAIN' });
    output.write('line\n');
    await soon();
    disk.freeBytes = Infinity;
    await eventually(() => disk.text === 'line\n');
    expect(disk.errorTexts).toEqual([]);
  });

  it('queues lines up to the buffer limit and counts the dropped ones at their position', async () => {
    disk.freeBytes = 0;
    const line = `${'x'.repeat(maxPendingCharacters / 4 - 1)}\n`;
    for (let n = 0; n < 7; n++) output.write(line);
    await soon();
    disk.freeBytes = Infinity;
    await eventually(() => disk.text !== '');
    output.write('after\n');
    await eventually(() => disk.text.endsWith('after\n'));
    expect(disk.text).toBe(`${line.repeat(4)}3 lost\nafter\n`);
  });
});

it('reports the count of dropped lines before later lines, even after a partial write', async () => {
  const line = `${'x'.repeat(maxPendingCharacters / 2 - 1)}\n`;
  disk.freeBytes = line.length - 100;
  for (let n = 0; n < 3; n++) output.write(line);
  await eventually(() => disk.freeBytes === 0);
  await soon();
  output.write('short\n');
  disk.freeBytes = Infinity;
  await eventually(() => disk.text.length > line.length * 2);
  await soon();
  expect(disk.text.slice(line.length * 2)).toBe('1 lost\nshort\n');
});

describe('the end of the process', () => {
  it('leaves a write in progress alone', async () => {
    output.write('one\n');
    output.flush();
    output.write('two\n');
    output.end();
    await eventually(() => disk.text.includes('one'));
    expect(disk.text).toBe('two\none\n');
  });

  it('writes the remaining lines', () => {
    output.write('one\n');
    output.write('two\n');
    output.end();
    expect([disk.text, disk.errorTexts]).toEqual(['one\ntwo\n', []]);
  });

  it('is not delayed by a failing output, and reports the number of lost lines', () => {
    disk.freeBytes = 4;
    for (const line of ['one\n', 'two\n', 'three\n']) output.write(line);
    output.end();
    expect([disk.text, disk.errorTexts]).toEqual(['one\n', ['The service dropped the last lines of the log: 2.']]);
  });

  it('waits a moment for an output that is only busy, and no longer', () => {
    Object.assign(disk, { freeBytes: 0, code: 'EAGAIN' });
    const writeSync = disk.writeSync.bind(disk);
    const later = performance.now() + 20_000;
    disk.writeSync = (bytes) => {
      // The test frees the disk later, so that a wrong wait fails it instead of blocking it forever.
      if (performance.now() > later) disk.freeBytes = Infinity;
      return writeSync(bytes);
    };
    output.write('line\n');
    output.end();
    expect(disk.errorTexts).toEqual(['The service dropped the last lines of the log: 1.']);
  });
});
