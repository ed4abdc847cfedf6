import { attacks as bodies } from './families/bodies.mjs';
import { attacks as compression } from './families/compression.mjs';
import { attacks as connections } from './families/connections.mjs';
import { attacks as limits } from './families/limits.mjs';
import { attacks as localModels } from './families/local-models.mjs';
import { attacks as reading } from './families/reading.mjs';
import { attacks as streams } from './families/streams.mjs';
import { attacks as unreadResponses } from './families/unread-responses.mjs';
import { attacks as upstreamReach } from './families/upstream-reach.mjs';
import { attacks as webSockets } from './families/web-sockets.mjs';
import { attacks as work } from './families/work.mjs';
import { attacks as writing } from './families/writing.mjs';

/** All attacks. @type {readonly import('./attack.mjs').Attack[]} */
export const attacks = [
  bodies,
  compression,
  connections,
  streams,
  webSockets,
  reading,
  unreadResponses,
  writing,
  work,
  limits,
  localModels,
  upstreamReach,
].flat();

/** @param {string} name */
export function findAttack(name) {
  const found = attacks.find((attack) => attack.name === name);
  if (found === undefined) throw new Error(`there is no attack ${name}`);
  return found;
}
