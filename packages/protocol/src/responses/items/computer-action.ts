// Computer actions of the model. Coordinates are pixels from the upper left corner.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';

const point = { x: z.number(), y: z.number() };
/** Keys held down during the action. */
const heldKeys = z.array(z.string()).nullish();

/** One action on a screen, mouse or keyboard. */
export const computerActionSchema = openUnion([
  z.looseObject({
    type: z.literal('click'),
    button: z.enum(['left', 'right', 'wheel', 'back', 'forward']),
    ...point,
    keys: heldKeys,
  }),
  z.looseObject({ type: z.literal('double_click'), ...point, keys: heldKeys }),
  z.looseObject({ type: z.literal('drag'), path: z.array(z.looseObject(point)), keys: heldKeys }),
  z.looseObject({ type: z.literal('keypress'), keys: z.array(z.string()) }),
  z.looseObject({ type: z.literal('move'), ...point, keys: heldKeys }),
  z.looseObject({ type: z.literal('screenshot') }),
  z.looseObject({
    type: z.literal('scroll'),
    ...point,
    scroll_x: z.number(),
    scroll_y: z.number(),
    keys: heldKeys,
  }),
  z.looseObject({ type: z.literal('type'), text: z.string() }),
  z.looseObject({ type: z.literal('wait') }),
]);
export type ComputerAction = z.infer<typeof computerActionSchema>;
