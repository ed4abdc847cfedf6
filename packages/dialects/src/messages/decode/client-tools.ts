// The dialect's typed tools that run at the client. Their wire form carries no schema, because the vendor's models know
// them by heart; any other model needs the documented description and input schema.
import type { JsonObject } from '@org/engine/model/json';

/** What a model has to know of a typed tool. */
export interface ClientToolForm {
  readonly description: string;
  readonly inputSchema: JsonObject;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const point = { type: 'array', items: integer, minItems: 2, maxItems: 2, description: 'x and y in pixels from the top left corner' };

/** The documented form of a typed client tool, or `undefined` for a type that is not one of them. */
export function clientToolForm(wireType: string): ClientToolForm | undefined {
  const family = wireType.replace(/_\d{8}$/, '');
  if (family === wireType) return undefined;
  switch (family) {
    case 'bash':
      return bash;
    case 'text_editor':
      return wireType === 'text_editor_20241022' || wireType === 'text_editor_20250124' ? undoingTextEditor : textEditor;
    case 'memory':
      return memory;
    case 'computer':
      return computer;
    default:
      return undefined;
  }
}

/** Whether a type is a group of tools that run at the client, whose members no form is known of here. */
export function isClientToolset(wireType: string): boolean {
  return /^(?:browser|computer)_toolset_\d{8}$/.test(wireType);
}

const bash: ClientToolForm = {
  description: 'Runs a command in a bash session that persists between calls. `restart` starts a fresh session.',
  inputSchema: {
    type: 'object',
    properties: { command: { ...text, description: 'The command to run' }, restart: { type: 'boolean', description: 'Start a fresh session' } },
  },
};

const textEditor = editor(['view', 'create', 'str_replace', 'insert'], 'Views and edits text files.');
const undoingTextEditor = editor(['view', 'create', 'str_replace', 'insert', 'undo_edit'], 'Views and edits text files.');

function editor(commands: readonly string[], description: string): ClientToolForm {
  return {
    description,
    inputSchema: {
      type: 'object',
      properties: {
        command: { type: 'string', enum: commands },
        path: { ...text, description: 'Path of the file or folder' },
        view_range: { type: 'array', items: integer, description: 'For view: first and last line, counted from 1; -1 is the end' },
        file_text: { ...text, description: 'For create: the whole content' },
        old_str: { ...text, description: 'For str_replace: the text to replace; it must occur exactly once' },
        new_str: { ...text, description: 'For str_replace: the replacement' },
        insert_line: { ...integer, description: 'For insert: the line after which to insert; 0 is the beginning' },
        insert_text: { ...text, description: 'For insert: the text to insert' },
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
      old_path: { ...text, description: 'For rename: the path now' },
      new_path: { ...text, description: 'For rename: the path after' },
    },
    required: ['command'],
  },
};

const computer: ClientToolForm = {
  description: 'Uses the mouse and the keyboard of a computer and takes screenshots of its display.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        enum: [
          'screenshot', 'key', 'type', 'mouse_move', 'left_click', 'right_click', 'middle_click', 'double_click', 'triple_click',
          'left_click_drag', 'left_mouse_down', 'left_mouse_up', 'scroll', 'hold_key', 'wait', 'cursor_position', 'zoom',
        ],
      },
      coordinate: point,
      start_coordinate: point,
      text: { ...text, description: 'The text to type, or the key or keys to press' },
      scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
      scroll_amount: { ...integer, description: 'Clicks of the wheel' },
      duration: { type: 'number', description: 'Seconds to hold or to wait' },
      region: { type: 'array', items: integer, minItems: 4, maxItems: 4, description: 'For zoom: left, top, right, bottom' },
    },
    required: ['action'],
  },
};
