import { isObject, type JsonObject, type JsonValue, objectOf } from '@org/engine';
import { computerActionSchema, imageDetailSchema } from '@org/protocol/responses';
import { decodeImage } from '../decode/decode-content.js';
import { argumentsIn, integerIn, lines, type ClientTool } from './client-tool.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const actions = ['screenshot', 'click', 'double_click', 'move', 'drag', 'scroll', 'keypress', 'type', 'wait'];

/** A computer that the model sees through screenshots. A text-only model fails on the first of them. */
export const computerTool: ClientTool = {
  name: 'computer',
  toolTypes: ['computer', 'computer_use_preview', 'computer_use'],
  callType: 'computer_call',
  outputType: 'computer_call_output',
  label: 'computer call',
  form: (tool) => ({
    description: lines(
      "Uses the mouse and the keyboard of the user's computer: performs the actions in order, then returns a screenshot. Coordinates are pixels from the upper left corner. Take a screenshot first.",
      displayOf(tool),
    ),
    inputSchema: {
      type: 'object',
      properties: {
        actions: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              type: { ...text, enum: actions },
              x: { ...integer, description: 'For click, double_click, move and scroll' },
              y: { ...integer, description: 'For click, double_click, move and scroll' },
              button: {
                ...text,
                enum: ['left', 'right', 'wheel', 'back', 'forward'],
                description: 'For click; left if absent',
              },
              path: {
                type: 'array',
                items: { type: 'object', properties: { x: integer, y: integer }, required: ['x', 'y'] },
                description: 'For drag',
              },
              scroll_x: { ...integer, description: 'For scroll: pixels to the right' },
              scroll_y: { ...integer, description: 'For scroll: pixels down' },
              keys: {
                type: 'array',
                items: text,
                description: 'For keypress: the keys to press; for other actions: the keys to hold meanwhile',
              },
              text: { ...text, description: 'For type: what to type' },
            },
            required: ['type'],
          },
        },
      },
      required: ['actions'],
    },
  }),
  readCall({ action, actions: batch }) {
    return { actions: Array.isArray(batch) && batch.length > 0 ? batch : isObject(action) ? [action] : [] };
  },
  readOutput({ output }) {
    const { image_url: url, file_id: fileId, detail } = objectOf(output);
    const imageDetail = imageDetailSchema.safeParse(detail).data;
    if (typeof url !== 'string' && typeof fileId !== 'string')
      return { content: [{ type: 'text', text: 'There is no screenshot.' }] };
    const image = typeof url === 'string' ? { image_url: url } : { file_id: String(fileId) };
    return {
      content: [
        decodeImage({ type: 'input_image', ...image, ...(imageDetail != null && { detail: imageDetail }) }, ''),
      ],
    };
  },
  writeCall(argumentsText, tool) {
    const { actions: batch, ...single } = argumentsIn(argumentsText);
    const executed = (Array.isArray(batch) ? batch : [single]).flatMap(actionIn);
    const [first = { type: 'screenshot' }, ...others] = executed;
    const actionFields = tool['type'] === 'computer' ? { actions: [first, ...others] } : { action: first };
    return { ...actionFields, pending_safety_checks: [] };
  },
};

function displayOf({ display_width: width, display_height: height, environment }: JsonObject): string {
  if (integerIn(width) === undefined || integerIn(height) === undefined) return '';
  return `The display is ${integerIn(width)} by ${integerIn(height)} pixels${typeof environment === 'string' ? `, of ${environment === 'browser' ? 'a browser' : environment}` : ''}.`;
}

/** An action that a client can perform. Adds members that a model may omit but the API requires. */
function actionIn(value: JsonValue): JsonObject[] {
  if (!isObject(value) || !actions.includes(String(value['type']))) return [];
  const action = { ...defaults[String(value['type'])], ...value };
  return computerActionSchema.safeParse(action).success ? [action] : [];
}

const defaults: Readonly<Record<string, JsonObject>> = {
  click: { button: 'left' },
  double_click: { keys: null },
  scroll: { scroll_x: 0, scroll_y: 0 },
};
