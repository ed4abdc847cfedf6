import { parseArgs } from 'node:util';
import { ConfigError } from '../config/checks/config-error.js';

export const chatUsage = `[--url URL] [--model NAME] [--effort none|low|medium|high] [--system TEXT]
  Sends what you type, or standard input where it is no terminal, to a running service and streams the response.
  The key is API_KEY, else one that the command creates in the store. The model is the first one by default.`;

const efforts = ['none', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

export interface ChatArguments {
  /** Absent: the service of the settings, on this machine. */
  readonly url?: string;
  readonly model?: string;
  readonly system?: string;
  readonly effort?: Effort;
}

/** Reads the arguments of `main.js chat`. Throws a ConfigError for others. */
export function parseChatArguments(args: readonly string[]): ChatArguments {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { url: option, model: option, system: option, effort: option },
    });
    const effort = efforts.find((one) => one === values.effort);
    if (values.effort !== undefined && effort === undefined)
      throw new Error(`--effort is ${values.effort}, and must be one of ${efforts.join(', ')}`);
    if (values.url !== undefined && !URL.canParse(values.url))
      throw new Error(`--url is ${values.url}, which is no URL`);
    return {
      ...(values.url === undefined ? {} : { url: values.url }),
      ...(values.model === undefined ? {} : { model: values.model }),
      ...(values.system === undefined ? {} : { system: values.system }),
      ...(effort === undefined ? {} : { effort }),
    };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}; chat ${chatUsage}`);
  }
}
