// Typed client tools whose form depends on their version and settings: the service offers a model what this client
// can do, and no more.
import { decode } from './requests.js';

const screen = { name: 'computer', display_width_px: 1024, display_height_px: 768 };
const firstActions = [
  'screenshot',
  'key',
  'type',
  'mouse_move',
  'left_click',
  'right_click',
  'middle_click',
  'double_click',
  'left_click_drag',
  'cursor_position',
];
const laterActions = [
  ...firstActions,
  'triple_click',
  'left_mouse_down',
  'left_mouse_up',
  'scroll',
  'hold_key',
  'wait',
];

interface Form {
  readonly description?: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly enum?: readonly string[]; readonly description?: string }>>;
  };
}

function formOf(tool: object): Form {
  return decode({ tools: [tool] }).generation.tools[0] as unknown as Form;
}

describe('a computer of the client', () => {
  it.each([
    [{ type: 'computer_20241022' }, firstActions],
    [{ type: 'computer_20250124' }, laterActions],
    [{ type: 'computer_20251124' }, laterActions],
    [{ type: 'computer_20251124', enable_zoom: false }, laterActions],
    [{ type: 'computer_20251124', enable_zoom: true }, [...laterActions, 'zoom']],
    [{ type: 'computer_20991231' }, laterActions],
  ])('does what its version knows: %j', (tool, actions) =>
    expect(formOf({ ...screen, ...tool }).inputSchema.properties['action']?.enum).toEqual(actions),
  );

  it('takes the members that its actions need', () => {
    expect(Object.keys(formOf({ ...screen, type: 'computer_20241022' }).inputSchema.properties)).toEqual([
      'action',
      'coordinate',
      'text',
    ]);
    expect(
      Object.keys(formOf({ ...screen, type: 'computer_20251124', enable_zoom: true }).inputSchema.properties),
    ).toContain('region');
  });

  it('passes the display size to the model', () =>
    expect(formOf({ ...screen, type: 'computer_20250124' }).description).toMatch(
      /The display is 1024 by 768 pixels\.$/,
    ));
});

describe('an editor of the client', () => {
  it.each(['text_editor_20241022', 'text_editor_20250124'])(
    'that can undo inserts the new text, as its version has it: %s',
    (type) => {
      const { properties } = formOf({ type, name: 'str_replace_editor' }).inputSchema;
      expect(properties['command']?.enum).toContain('undo_edit');
      expect(properties).not.toHaveProperty('insert_text');
      expect(properties['new_str']?.description).toContain('for insert');
    },
  );

  it('of a later version has a member for it', () =>
    expect(
      formOf({ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }).inputSchema.properties,
    ).toHaveProperty('insert_text'));
});
