// Errors and warnings name request fields in the terms of the client's API. Language models know only the neutral
// request, so they name a part or a member of it; this module maps those to the path of the field as the client wrote
// it.
import type { EngineError } from '../errors/engine-error.js';
import type { RequestPaths } from '../model/request-paths.js';
import type { GenerationRequest } from '../model/generation-request.js';
import { originOf } from '../model/original-part.js';
import type { Warning } from '../model/warning.js';

/** The request of a turn, as the client sent it and as the language model received it. */
export interface Asked {
  readonly generation: Pick<GenerationRequest, 'outputFormat'>;
  readonly step?: Pick<GenerationRequest, 'tools' | 'outputFormat'> | undefined;
  readonly requestPaths?: RequestPaths | undefined;
}

/** The error with the client's path in its `param` and before its message. Where the client has no such field, none is named. */
export function errorWithRequestPaths(thrown: EngineError, asked: Asked): EngineError {
  const { requestPaths } = asked;
  if (requestPaths === undefined) return thrown;
  const forwarded = thrown.forwarded && requestPaths.forwarded(thrown.forwarded);
  const error = forwarded === thrown.forwarded ? thrown : thrown.with({ forwarded });
  const { part, param, message } = error;
  if (part !== undefined) return errorAt(error, { path: requestPaths.part(originOf(part)) }, message);
  if (param === undefined) return error;
  const path = fieldLocationOf(param, requestPaths, asked);
  if (path.path === param) return error;
  return message.startsWith(`${param}: `)
    ? errorAt(error, path, message.slice(param.length + 2))
    : errorAt(error, { path: path.path }, message, false);
}

/** The path of a field in the client's request; without a path, a name for it. */
interface FieldLocation {
  readonly path: string | undefined;
  readonly name?: string;
}

function errorAt(error: EngineError, { path, name = path }: FieldLocation, message: string, named = true): EngineError {
  return error.with({
    message: named && name !== undefined ? `${name}: ${message}` : message,
    param: path,
    part: undefined,
  });
}

const toolPath = /^tools\.(\d+)\.(inputSchema|format\.definition)/;

function fieldLocationOf(param: string, requestPaths: RequestPaths, { generation, step }: Asked): FieldLocation {
  const [start = '', index, member] = toolPath.exec(param) ?? [];
  if (index !== undefined) {
    const tool = step?.tools[Number(index)];
    const path =
      tool === undefined ? undefined : requestPaths.tool(tool, member === 'inputSchema' ? member : 'format.definition');
    return path === undefined
      ? { path, ...(tool?.name !== undefined && { name: `The tool '${tool.name}'` }) }
      : { path: path + param.slice(start.length) };
  }
  if (!param.startsWith('outputFormat.')) return { path: requestPaths.field(param) };
  // A value that a message of the conversation has set since has another path.
  if (step?.outputFormat !== generation.outputFormat) return { path: undefined, name: 'The output format' };
  return { path: requestPaths.field('outputFormat') + param.slice('outputFormat'.length) };
}

/** The warnings with the client's paths, without those that `reported` already contains. */
export function warningsWithRequestPaths(
  warnings: readonly Warning[],
  reported: readonly Warning[],
  requestPaths: RequestPaths | undefined,
): readonly Warning[] {
  if (warnings.length === 0) return reported;
  const merged = new Map(reported.map((warning) => [keyOf(warning), warning]));
  for (const { kind, param, message, part } of warnings) {
    const path =
      (part === undefined ? undefined : requestPaths?.part(originOf(part))) ?? requestPaths?.field(param) ?? param;
    const warning: Warning = { kind, param: path, message };
    const key = keyOf(warning);
    if (!merged.has(key)) merged.set(key, warning);
  }
  return [...merged.values()];
}

const keyOf = ({ param, message }: Warning): string => `${param}\n${message}`;
