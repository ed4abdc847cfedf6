// The set-up runs before anything is installed, and is all that a first-time user sees.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { resolveModelPaths } from '../setup/model-paths.mjs';

const step = join(import.meta.dirname, '../setup/run.mjs');

/** Runs one step in a separate process, and returns its output by stream. */
function run(command, options) {
  const program = `import { runStep } from ${JSON.stringify(step)}; await runStep('Trying', process.execPath, ['-e', ${JSON.stringify(command)}], ${options}).catch(({ message, exitCode }) => console.log(message, exitCode));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

describe('a step of the set-up', () => {
  it('shows its command and duration', () => {
    expect(run('console.log(1)', '{}').stdout).toMatch(/^- Trying\n {2}1\n {2}done in \d+\.\d s\n$/);
  });

  it('prints the output of a quiet step when it fails', () => {
    expect(run('console.log(1); process.exitCode = 3', '{ quiet: true }').stdout).toBe(
      '- Trying\n  1\nTrying: failed with exit code 3 3\n',
    );
  });

  it('leaves stdout to the following program, where requested', () => {
    const { stdout, stderr } = run('console.log(1)', '{ output: process.stderr }');
    expect([stdout, stderr]).toEqual(['', expect.stringContaining('- Trying\n  1\n')]);
  });
});

(process.platform === 'win32' ? describe.skip : describe)('what npm runs in a shell', () => {
  const module = join(import.meta.dirname, '../setup/when-parent-exits.mjs');
  const program = `import { whenParentExits } from ${JSON.stringify(module)}; const stay = setTimeout(() => console.log('stayed'), 3000); whenParentExits(() => { clearTimeout(stay); console.log('told'); }); console.log('runs');`;

  /** Ends only the shell, as npm does, and returns the output of the program in it. */
  async function endShell(environment) {
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
      env: { PATH: process.env.PATH, ...environment },
    });
    let output = '';
    shell.stdout.on('data', (chunk) => {
      if (output === '') shell.kill('SIGTERM');
      output += chunk;
    });
    await once(shell.stdout, 'close');
    return output;
  }

  it('detects that the shell has ended', async () => {
    expect(await endShell({ npm_lifecycle_event: 'start' })).toBe('runs\ntold\n');
  });

  it('stays where it was not npm that ran it, as with nohup', async () => {
    expect(await endShell({})).toBe('runs\nstayed\n');
  });
});

it('the paths of model files start in the folder of the user, not of the workspace', () => {
  const args = [
    './my.gguf',
    'my.gguf',
    '../m.gguf',
    'a=./my.gguf',
    '/m.gguf',
    '~/m.gguf',
    'hf:a/b/c.gguf',
    'key',
    '--help',
  ];
  expect(resolveModelPaths(args, '/home/me')).toEqual([
    '/home/me/my.gguf',
    '/home/me/my.gguf',
    '/home/m.gguf',
    'a=/home/me/my.gguf',
    '/m.gguf',
    '~/m.gguf',
    'hf:a/b/c.gguf',
    'key',
    '--help',
  ]);
});
