import type { JsonObject, ServerCall } from '@org/engine';
import { serverCallInput } from '../server-call-input.js';
import { type ApiTool, apiToolOf } from './api-tool.js';

/** The only member of the input of tools that run code. */
const codeMembers: Readonly<Partial<Record<ApiTool, string>>> = {
  code_execution: 'code',
  bash_code_execution: 'command',
};

/** The input of a call. A model may write code itself in place of JSON; the input then is what runs. */
export function hostedCallInput(call: ServerCall): JsonObject {
  const { argumentsText } = call;
  const member = codeMembers[apiToolOf(call)];
  if (member !== undefined && /^\s*[^\s{"]/.test(argumentsText)) return { [member]: argumentsText };
  return serverCallInput(call);
}
