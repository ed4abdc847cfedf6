import { escapes } from './escapes.mjs';
import { exactNumbers } from './exact-numbers.mjs';
import { largeImage } from './large-image.mjs';
import { largeMetadata } from './large-metadata.mjs';
import { largeSchema } from './large-schema.mjs';
import { lateSyntaxError } from './late-syntax-error.mjs';
import { longText } from './long-text.mjs';
import { longUnicodeText } from './long-unicode-text.mjs';
import { manyCalls } from './many-calls.mjs';
import { manyFaults } from './many-faults.mjs';
import { manyMessages } from './many-messages.mjs';
import { manyParts } from './many-parts.mjs';
import { manyTools } from './many-tools.mjs';
import { whiteSpace } from './white-space.mjs';

/** All shapes of large bodies within the limits. @type {readonly import('./request-of.mjs').AttackShape[]} */
export const shapes = [
  longText,
  longUnicodeText,
  whiteSpace,
  escapes,
  largeImage,
  manyMessages,
  manyParts,
  manyCalls,
  largeSchema,
  exactNumbers,
  manyTools,
  largeMetadata,
  manyFaults,
  lateSyntaxError,
];
