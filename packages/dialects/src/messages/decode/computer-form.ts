// The client's computer tool with the actions of its version: a model that is offered more requests what the client
// cannot do.
import type { JsonObject } from '@org/engine';
import type { ClientToolForm } from './client-tool-form.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const point = {
  type: 'array',
  items: integer,
  minItems: 2,
  maxItems: 2,
  description: 'x and y in pixels from the top left corner',
};

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
const laterActions = ['triple_click', 'left_mouse_down', 'left_mouse_up', 'scroll', 'hold_key', 'wait'];

/** Treats an unknown version as the newest. */
export function computerForm(tool: JsonObject): ClientToolForm {
  const first = tool['type'] === 'computer_20241022';
  const zooms = tool['enable_zoom'] === true;
  return {
    description: `Uses the mouse and the keyboard of a computer and takes screenshots of its display.${displayOf(tool)}`,
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: [...firstActions, ...(first ? [] : laterActions), ...(zooms ? ['zoom'] : [])] },
        coordinate: point,
        text: { ...text, description: 'The text to type, or the key or keys to press' },
        ...(first ? {} : laterMembers),
        ...(zooms
          ? {
              region: {
                type: 'array',
                items: integer,
                minItems: 4,
                maxItems: 4,
                description: 'For zoom: left, top, right, bottom',
              },
            }
          : {}),
      },
      required: ['action'],
    },
  };
}

const laterMembers: JsonObject = {
  start_coordinate: point,
  scroll_direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
  scroll_amount: { ...integer, description: 'Clicks of the wheel' },
  duration: { type: 'number', description: 'Seconds to hold or to wait' },
};

/** Coordinates mean nothing to a model without the display size. */
function displayOf({ display_width_px: width, display_height_px: height }: JsonObject): string {
  return typeof width === 'number' && typeof height === 'number' ? ` The display is ${width} by ${height} pixels.` : '';
}
