import { type JsonObject, objectOf, textOf } from '@org/engine';
import { argumentsIn, lines, type ClientTool } from './client-tool.js';

const text = { type: 'string' };
const operations = ['create_file', 'update_file', 'delete_file'] as const;

const description = `Creates, changes or deletes one file of the user's.
For create_file every line of the diff is a line of the new file with "+" before it.
For update_file the diff has sections. A section begins with a line "@@", which may name a line above the change, as in "@@ def main():". Then come lines as they are in the file with a space before each, lines that go with "-" and lines that come with "+". Show about three unchanged lines around a change, exactly as they are in the file, and no line numbers.`;

/** Changes of files, which the client applies. */
export const applyPatchTool: ClientTool = {
  name: 'apply_patch',
  toolTypes: ['apply_patch'],
  callType: 'apply_patch_call',
  outputType: 'apply_patch_call_output',
  label: 'apply patch call',
  form: () => ({
    description,
    inputSchema: {
      type: 'object',
      properties: {
        type: { ...text, enum: operations, description: 'What to do' },
        path: { ...text, description: 'Path of the file' },
        diff: { ...text, description: 'For create_file and update_file: the change' },
      },
      required: ['type', 'path'],
    },
  }),
  readCall: ({ operation }) => objectOf(operation),
  readOutput({ status, output }) {
    const failed = status === 'failed';
    return {
      content: [{ type: 'text', text: lines(`The change ${failed ? 'failed' : 'was made'}.`, textOf(output)) }],
      ...(failed && { isError: true }),
    };
  },
  writeCall: (argumentsText) => ({ operation: operationIn(argumentsIn(argumentsText)) }),
};

/** A change without its kind updates an existing file; one without a path refers to no file, and fails at the client. */
function operationIn(args: JsonObject): JsonObject {
  const { type, path, diff } = 'operation' in args ? objectOf(args['operation']) : args;
  const kind = operations.find((known) => known === type) ?? 'update_file';
  return { type: kind, path: textOf(path), ...(kind !== 'delete_file' && { diff: textOf(diff) }) };
}
