import { ModelLoadError } from '@org/engine';
import { requireLlamaCpp } from '#src/require-llama-cpp.js';

describe('node-llama-cpp, an optional dependency', () => {
  it('is required with the command that installs it, in one line', () => {
    const missing = (): never => {
      throw new Error('Cannot find package');
    };
    const check = (): void => requireLlamaCpp(missing);
    expect(check).toThrow(ModelLoadError);
    expect(check).toThrow(/^node-llama-cpp is not installed\. .*kind: llama.* npx --yes pnpm install$/);
  });

  it('is looked up by its name', () => {
    const find = jest.fn();
    requireLlamaCpp(find);
    expect(find).toHaveBeenCalledWith('node-llama-cpp');
  });
});
