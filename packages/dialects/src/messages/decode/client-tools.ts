// The dialect's typed tools that run at the client. Their wire form carries no schema, because the vendor's models know
// them by heart; any other model needs the documented description and input schema.
import type { JsonObject } from '@org/engine';
import type { ClientToolForm } from './client-tool-form.js';
import { computerForm } from './computer-form.js';

const text = { type: 'string' };
const integer = { type: 'integer' };

/** The documented form of a typed client tool, or `undefined` for a type that is not one of them. */
export function clientToolForm(tool: JsonObject): ClientToolForm | undefined {
  const apiType = String(tool['type']);
  const family = apiType.replace(/_\d{8}$/, '');
  if (family === apiType) return undefined;
  switch (family) {
    case 'bash':
      return bash;
    case 'text_editor':
      return apiType === 'text_editor_20241022' || apiType === 'text_editor_20250124' ? undoingTextEditor : textEditor;
    case 'memory':
      return memory;
    case 'computer':
      return computerForm(tool);
    default:
      return undefined;
  }
}

/** Whether a type is a group of tools that run at the client, whose members no form is known of here. */
export function isClientToolset(apiType: string): boolean {
  return /^(?:browser|computer)_toolset_\d{8}$/.test(apiType);
}

const bash: ClientToolForm = {
  description: 'Runs a command in a bash session that persists between calls. `restart` starts a fresh session.',
  inputSchema: {
    type: 'object',
    properties: {
      command: { ...text, description: 'The command to run' },
      restart: { type: 'boolean', description: 'Start a fresh session' },
    },
  },
};

const textEditor = editor(['view', 'create', 'str_replace', 'insert'], {
  new_str: { ...text, description: 'For str_replace: the replacement' },
  insert_text: { ...text, description: 'For insert: the text to insert' },
});
const undoingTextEditor = editor(['view', 'create', 'str_replace', 'insert', 'undo_edit'], {
  new_str: { ...text, description: 'For str_replace: the replacement; for insert: the text to insert' },
});

function editor(commands: readonly string[], written: JsonObject): ClientToolForm {
  return {
    description: 'Views and edits text files.',
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: commands },
        path: { ...text, description: 'Path of the file or folder' },
        view_range: {
          type: 'array',
          items: integer,
          description: 'For view: first and last line, counted from 1; -1 is the end',
        },
        file_text: { ...text, description: 'For create: the whole content' },
        old_str: { ...text, description: 'For str_replace: the text to replace; it must occur exactly once' },
        insert_line: { ...integer, description: 'For insert: the line after which to insert; 0 is the beginning' },
        ...written,
      },
      required: ['command', 'path'],
    },
  };
}

const memory: ClientToolForm = {
  description: 'Keeps notes as files below /memories that last beyond this conversation. Look there before you begin.',
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
      path: { ...text, description: 'Path below /memories' },
      view_range: { type: 'array', items: integer, description: 'For view: first and last line, counted from 1' },
      file_text: { ...text, description: 'For create: the whole content' },
      old_str: { ...text, description: 'For str_replace: the text to replace' },
      new_str: { ...text, description: 'For str_replace: the replacement' },
      insert_line: { ...integer, description: 'For insert: the line after which to insert' },
      insert_text: { ...text, description: 'For insert: the text to insert' },
      old_path: { ...text, description: 'For rename: the current path' },
      new_path: { ...text, description: 'For rename: the new path' },
    },
    required: ['command'],
  },
};
