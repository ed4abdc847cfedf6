import { ModelLoadError } from '@org/engine';
import type { SandboxCandidate } from '#src/sandbox/sandbox-candidates.js';
import { sandboxCandidates, type SandboxedSettings } from '#src/sandbox/sandbox-candidates.js';
import { startSandboxed } from '#src/sandbox/start-sandboxed.js';

const working = (level: SandboxCandidate['level'], tool?: SandboxCandidate['tool']): SandboxCandidate => ({
  level,
  ...(tool === undefined ? {} : { tool }),
  prepare: () => ({ command: [level] }),
});
const failing = (
  level: SandboxCandidate['level'],
  tool: 'bubblewrap' | 'unshare',
  reason: string,
): SandboxCandidate => ({
  level,
  tool,
  prepare: () => {
    throw new Error(reason);
  },
});
const settings: SandboxedSettings = { sandbox: 'auto', modelPath: '/m.gguf', gpu: false, compiledFolder: undefined };
const program = { node: ['node'], program: 'main.js' };
const windows = { platform: 'win32', uid: undefined, environment: {} } as const;

describe('the sandbox of a local model', () => {
  it('is the strongest that starts, and names the reason of each stronger level', async () => {
    const candidates = [
      failing('namespaces', 'bubblewrap', 'bwrap is not installed'),
      working('user'),
      working('none'),
    ];
    await expect(
      startSandboxed('auto', candidates, async ({ command }, { level }) => {
        if (level === 'user') throw new Error('it does not prevent access to: files');
        return command;
      }),
    ).resolves.toEqual({
      started: ['none'],
      report: {
        level: 'none',
        unmet: ['bubblewrap: bwrap is not installed', 'user: it does not prevent access to: files'],
      },
    });
  });

  it('names no reason where another program reaches the same level', async () => {
    const candidates = [
      failing('namespaces', 'bubblewrap', 'bwrap is not installed'),
      working('namespaces', 'unshare'),
    ];
    const { report } = await startSandboxed('auto', candidates, async () => undefined);
    expect(report).toEqual({ level: 'namespaces', tool: 'unshare' });
  });

  it('fails the load with the next step where localModels.sandbox is require and no namespaces are available', async () => {
    const candidates = sandboxCandidates({ ...settings, sandbox: 'require' }, program, windows);
    const load = startSandboxed('require', candidates, async () => undefined);
    await expect(load).rejects.toBeInstanceOf(ModelLoadError);
    await expect(load).rejects.toThrow(
      'localModels.sandbox is "require", and this machine offers no sandbox for the process of a local model ' +
        '(bubblewrap: only Linux has namespaces; unshare: only Linux has namespaces). ' +
        'Install bubblewrap and permit user namespaces, or set localModels.sandbox: auto.',
    );
  });

  it('is a user of its own only where the service is root and the model uses no graphics processor', () => {
    const user = (uid: number, gpu: boolean) =>
      sandboxCandidates({ ...settings, gpu }, program, { platform: 'linux', uid, environment: {} }).find(
        ({ level }) => level === 'user',
      );
    expect(user(0, false)?.prepare()).toMatchObject({ command: ['node', 'main.js'], uid: expect.any(Number) });
    expect(() => user(1000, false)?.prepare()).toThrow('only root');
    expect(() => user(0, true)?.prepare()).toThrow('graphics processor');
  });

  it('is none where localModels.sandbox is off', () => {
    expect(sandboxCandidates({ ...settings, sandbox: 'off' }, program, windows).map(({ level }) => level)).toEqual([
      'none',
    ]);
  });
});
