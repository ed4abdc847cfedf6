import type { SandboxReport } from '@org/llama';

/** How the process of a local model is separated from the service, for the log. */
export function sandboxFacts({ level, tool, unmet }: SandboxReport): object {
  return {
    sandbox: level,
    ...(tool === undefined ? {} : { sandboxTool: tool }),
    ...(unmet === undefined ? {} : { sandboxReason: unmet.join('; ') }),
  };
}
