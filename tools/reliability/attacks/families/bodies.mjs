// JSON bodies that are expensive to read, within the limits of one request and beyond them.
import { attacksOf } from '../attack.mjs';
import { shapes } from '../body-shapes/index.mjs';
import { largeBytes, manyValues, requestOf } from '../body-shapes/request-of.mjs';

const width = 8;
const version = { 'anthropic-version': '2023-06-01' };
const textPart = (text) => `{"type":"input_text","text":${text}}`;

/** Sends the same bodies again and again, at most `width` at a time. */
const sendAll = (attacker, total, calls) => attacker.flood(total, width, (at) => calls[at % calls.length]);

const toResponses = (text) => ({ path: '/v1/responses', content: Buffer.from(text) });
/** A request of the responses dialect whose input, or further members, are JSON texts. */
const withInput = (content) => toResponses(requestOf('responses', 'fast', { content }));
const withMembers = (members) => toResponses(requestOf('responses', 'fast', { members }));

/** Requests of both dialects in one shape of `body-shapes`. */
const ofShape = ({ name, claim, body }) => ({
  name: `body-${name}`,
  claim: `sends bodies of up to 32 MB: ${claim ?? name.replaceAll('-', ' ')}`,
  prepare: () => [
    { path: '/v1/responses', content: body('responses', 'fast') },
    { path: '/v1/messages', content: body('messages', 'fast'), headers: version },
  ],
  run: (attacker, calls) => sendAll(attacker, attacker.count(8), calls),
});

/** One body in many copies. */
const copies = (name, claim, number, callOf) => ({
  name,
  claim,
  prepare: () => [callOf()],
  run: (attacker, calls) => sendAll(attacker, attacker.count(number), calls),
});

export const attacks = attacksOf('bodies', [
  ...shapes.map(ofShape),
  copies('body-deep-nesting', 'sends bodies that nest ten million arrays', 4, () =>
    withMembers(`"metadata":${'['.repeat(10_000_000)}${']'.repeat(10_000_000)}`),
  ),
  copies('body-nested-objects', 'sends bodies with 1,500 objects of 120 levels', 20, () =>
    withMembers(
      `"tools":[${`{"type":"function","name":"f","parameters":${'{"a":'.repeat(120)}1${'}'.repeat(120)}},`.repeat(1_500)}0]`,
    ),
  ),
  copies('body-duplicate-names', 'sends objects that have one name 10,000 times', 20, () =>
    withMembers(`"metadata":{${'"a":"b",'.repeat(manyValues)}"a":"c"}`),
  ),
  copies('body-colliding-names', 'sends objects whose names are numbers, in descending order', 20, () =>
    withMembers(
      Array.from(
        { length: 19 },
        (_, object) =>
          `"m${object}":{${Array.from({ length: 9_999 }, (_unused, at) => `"${4_000_000_000 - at * 37}":1`).join(',')}}`,
      ).join(','),
    ),
  ),
  copies('body-long-names', 'sends objects with names of 1 MB', 8, () =>
    withMembers(Array.from({ length: 30 }, (_, at) => `"${'n'.repeat(1_000_000)}${at}":1`).join(',')),
  ),
  copies('body-prototype-names', 'sends objects with members `__proto__` and `constructor`', 20, () =>
    withMembers(
      `"metadata":{"__proto__":{"a":${'{"__proto__":'.repeat(100)}1${'}'.repeat(100)}},"constructor":{"prototype":{"x":1}}}`,
    ),
  ),
  copies('body-long-number', 'sends a number of 31 MB', 8, () =>
    withMembers(`"temperature":${'9'.repeat(largeBytes - 1_024)}`),
  ),
  copies('body-many-long-numbers', 'sends 480 numbers of 65,000 digits', 8, () =>
    withMembers(`"tools":[${`${'1'.repeat(65_000)}.5,`.repeat(480)}1e309]`),
  ),
  copies('body-lone-surrogates', 'sends 5 million halves of UTF-16 pairs and NUL characters', 8, () =>
    withInput(`[${textPart(`"${'\\ud800\\u0000'.repeat(2_700_000)}"`)}]`),
  ),
  copies('body-invalid-utf8', 'sends 31 MB of bytes that are not UTF-8', 8, () => ({
    path: '/v1/responses',
    content: Buffer.concat([
      Buffer.from('{"model":"fast","input":"'),
      Buffer.alloc(largeBytes, 0xff),
      Buffer.from('"}'),
    ]),
  })),
  copies('body-combining-characters', 'sends 15 million combining characters', 8, () =>
    withInput(`[${textPart(`"${'\u0301'.repeat(15_000_000)}"`)}]`),
  ),
  {
    name: 'body-count-tokens',
    claim: 'has 31 MB of text counted',
    run: (attacker) => {
      const text = JSON.stringify('Lorem ipsum dolor. '.repeat(1_600_000));
      return sendAll(attacker, attacker.count(4), [
        { path: '/v1/responses/input_tokens', content: Buffer.from(`{"model":"fast","input":${text}}`) },
        {
          path: '/v1/messages/count_tokens',
          content: Buffer.from(`{"model":"fast","messages":[{"role":"user","content":${text}}]}`),
          headers: version,
        },
      ]);
    },
  },
]);
