// Every tool with a command line documents its arguments.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageIn } from '../command-line.mjs';

const folder = join(import.meta.dirname, '..');
const tools = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('.mjs') && name !== 'command-line.mjs' && !/(^|\W)(node_modules|test)\W/.test(name))
  .filter((name) =>
    /\breadCommandLine\(import\.meta\.url|\bparseArgs\(\{/.test(readFileSync(join(folder, name), 'utf8')),
  );

const run = (tool, ...line) =>
  spawnSync(process.execPath, [join(folder, tool), ...line], { encoding: 'utf8', timeout: 20_000 });

it('there are tools with a command line', () => {
  expect(tools).toEqual(
    expect.arrayContaining(['bench/http.mjs', 'bench/llama.mjs', 'reliability/main.mjs', 'clients/main.mjs']),
  );
});

describe.each(tools)('%s', (tool) => {
  const usage = usageIn(readFileSync(join(folder, tool), 'utf8'));

  it('prints its usage', () => {
    expect(usage).toMatch(/(node|npm) /);
    for (const help of ['--help', '-h'])
      expect(run(tool, help)).toMatchObject({ status: 0, stdout: usage, stderr: '' });
  });

  it.each([
    [['--moon'], "Unknown option '--moon'"],
    [['--moon=1', '--help'], "Unknown option '--moon'"],
    [['1', '2', '3', '4'], 'Unexpected argument'],
  ])('rejects %j in one line, before its usage', (line, why) => {
    const { status, stdout, stderr } = run(tool, ...line);
    expect([status, stdout]).toEqual([2, '']);
    const [first, blank, ...rest] = stderr.split('\n');
    expect([first.startsWith(why), blank, rest.join('\n')]).toEqual([true, '', usage]);
  });
});

it('takes the usage from the comment at the head of a file, whatever follows it', () => {
  expect(usageIn('// One.\n//\n//   two [--three]\nimport a;\n// four\n')).toBe('One.\n\n  two [--three]\n');
  expect(usageIn('// One.')).toBe('One.\n');
});

it('rejects an invalid number in one line', () => {
  expect(run('bench/decode.mjs', '0')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'rounds is an integer of at least 1\n',
  });
});

describe('the reliability checks', () => {
  it('do not pass over a store that they never run over', () => {
    const { status, stdout, stderr } = run('reliability/main.mjs', '--check', 'disconnects', '--store', 'postgres');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('--check disconnects runs only over sqlite');
  });
});
