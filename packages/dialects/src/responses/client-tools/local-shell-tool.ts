import { isObject, objectOf } from '@org/engine';
import { textOf, withoutNulls } from '../../shared/json-of.js';
import { argumentsIn, integerIn, textsIn, type ClientTool } from './client-tool.js';

const text = { type: 'string' };

/** The earlier form of the shell: one command at a time, without a shell around it. */
export const localShellTool: ClientTool = {
  name: 'local_shell',
  toolTypes: ['local_shell'],
  callType: 'local_shell_call',
  outputType: 'local_shell_call_output',
  label: 'local shell call',
  form: () => ({
    description: "Runs one command on the user's machine and returns its output.",
    inputSchema: {
      type: 'object',
      properties: {
        command: {
          type: 'array',
          items: text,
          description: 'The program and its arguments; for a line of shell: ["bash", "-lc", LINE]',
        },
        working_directory: { ...text, description: 'The folder to run it in' },
        env: { type: 'object', additionalProperties: text, description: 'Environment variables' },
        timeout_ms: { type: 'integer', description: 'Milliseconds after which it is stopped' },
      },
      required: ['command'],
    },
  }),
  readCall({ action }) {
    const { type: _, env, ...actionFields } = objectOf(action);
    return { ...withoutNulls(actionFields), ...(Object.keys(objectOf(env)).length > 0 && { env: objectOf(env) }) };
  },
  readOutput: ({ output }) => ({ content: [{ type: 'text', text: textOf(output) }] }),
  writeCall(argumentsText) {
    const { command, working_directory: folder, env, timeout_ms: timeout } = argumentsIn(argumentsText);
    const milliseconds = integerIn(timeout);
    return {
      action: {
        type: 'exec',
        command: typeof command === 'string' ? ['bash', '-lc', command] : textsIn(command),
        env: isObject(env)
          ? Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === 'string'))
          : {},
        ...(typeof folder === 'string' && { working_directory: folder }),
        ...(milliseconds !== undefined && { timeout_ms: milliseconds }),
      },
    };
  },
};
