import type { Clock, IdSource } from '@org/engine';
import { ApiError, ConnectionError, ModelResponseClient } from '@org/sdk';
import { ConfigError } from '../config/checks/config-error.js';
import type { ServiceConfig } from '../config/service-config.js';
import { parseChatArguments } from './chat-arguments.js';
import { chatKey } from './chat-key.js';
import { plainStyle, terminalStyle } from './chat-renderer.js';
import { ChatSession } from './chat-session.js';
import { ChatTerminal } from './chat-terminal.js';

/** The standard streams of the process. */
export interface ChatStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export interface ChatParts {
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** `main.js chat`: a chat with a running service, in a terminal or for one turn from standard input. Throws a ConfigError. */
export async function chatProgram(
  args: readonly string[],
  config: ServiceConfig,
  parts: ChatParts,
  { input, output }: ChatStreams,
): Promise<void> {
  const { url: baseUrl = urlOf(config), ...settings } = parseChatArguments(args);
  const apiKey = await chatKey(parts.variables, config, parts);
  const client = new ModelResponseClient({ baseUrl, apiKey, maxRetries: 0 });
  const style = output.isTTY === true ? terminalStyle : plainStyle;
  const session = new ChatSession(client, settings, {
    style,
    write: (text) => void (text !== '' && output.write(text)),
  });
  const describe = (error: unknown): string => describeError(error, baseUrl);
  try {
    if (input.isTTY !== true) {
      const prompt = await readAll(input);
      if (prompt === '') throw new ConfigError('standard input is empty; write a prompt to it, or use a terminal');
      return await session.send(prompt, new AbortController().signal);
    }
    const model = await session.model();
    output.write(`${style.dim(`${model} at ${baseUrl}; /help shows the commands`)}\n`);
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(describe(error), { cause: error });
  }
  await new ChatTerminal(session, { input, output }, describe).run();
}

/** Where the service of these settings listens. */
function urlOf({ host, port }: Pick<ServiceConfig, 'host' | 'port'>): string {
  if (port === 0) throw new ConfigError('PORT is 0, so the address of the service is unknown; name it with --url');
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function describeError(error: unknown, url: string): string {
  if (error instanceof ConnectionError)
    return `no service responds at ${url}; start one with "npm start", or name another with --url`;
  if (error instanceof ApiError && error.status === 401)
    return `the service at ${url} does not accept the key; set API_KEY to one of its keys`;
  return error instanceof Error ? error.message : String(error);
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: string[] = [];
  input.setEncoding('utf8');
  for await (const chunk of input) chunks.push(String(chunk));
  return chunks.join('').trim();
}
