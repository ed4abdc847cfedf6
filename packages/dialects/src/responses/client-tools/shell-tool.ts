import { isObject, type JsonObject, type JsonValue, objectOf, memberOf, textOf } from '@org/engine';
import { withoutNulls } from '../../shared/json-of.js';
import { argumentsIn, integerIn, lines, textsIn, type ClientTool } from './client-tool.js';

const text = { type: 'string' };

/** Commands on the client's own machine. A container is one of OpenAI's. */
export const shellTool: ClientTool = {
  name: 'shell',
  toolTypes: ['shell'],
  callType: 'shell_call',
  outputType: 'shell_call_output',
  label: 'shell call',
  form(tool) {
    const { environment } = tool;
    const environmentType = memberOf(environment, 'type') ?? 'local';
    if (environmentType !== 'local') return undefined;
    return {
      description: lines(
        "Runs shell commands on the user's machine and returns their output. Several commands may run at the same time.",
        ...skillsOf(environment),
      ),
      inputSchema: {
        type: 'object',
        properties: {
          commands: { type: 'array', items: text, description: 'The commands, each as it would be typed into a shell' },
          timeout_ms: { type: 'integer', description: 'Milliseconds after which a command is stopped' },
          max_output_length: {
            type: 'integer',
            description: 'Maximum number of output characters to return for a command',
          },
        },
        required: ['commands'],
      },
    };
  },
  readCall({ action }) {
    const { commands, timeout_ms: timeout, max_output_length: maxOutputLength } = objectOf(action);
    return {
      commands: textsIn(commands),
      ...withoutNulls({ timeout_ms: timeout ?? null, max_output_length: maxOutputLength ?? null }),
    };
  },
  readOutput({ output }) {
    const outcomes = Array.isArray(output) ? output.filter(isObject).map(outcomeIn) : [];
    return { content: [{ type: 'text', text: outcomes.join('\n\n') }] };
  },
  writeCall(argumentsText) {
    const { commands, command, timeout_ms: timeout, max_output_length: maxOutputLength } = argumentsIn(argumentsText);
    return {
      action: {
        commands:
          typeof commands === 'string'
            ? [commands]
            : commands === undefined && typeof command === 'string'
              ? [command]
              : textsIn(commands),
        timeout_ms: integerIn(timeout) ?? null,
        max_output_length: integerIn(maxOutputLength) ?? null,
      },
      environment: { type: 'local' },
    };
  },
};

/** Instructions that lie on the client's machine. */
function skillsOf(environment: JsonValue | undefined): string[] {
  const skills = memberOf(environment, 'skills');
  if (!Array.isArray(skills) || skills.length === 0) return [];
  return [
    'Skills, each described in full by the files in its folder:',
    ...skills
      .filter(isObject)
      .map(({ name, description, path }) => `- ${textOf(name)} (${textOf(path)}): ${textOf(description)}`),
  ];
}

function outcomeIn({ stdout, stderr, outcome }: JsonObject): string {
  const outputs = [textOf(stdout), textOf(stderr)].map((stream) => stream.replace(/\n$/, ''));
  const { type, exit_code: code } = objectOf(outcome);
  return lines(
    ...outputs,
    type === 'timeout' ? 'Stopped: it took too long.' : `Exit code: ${integerIn(code) ?? 'unknown'}`,
  );
}
