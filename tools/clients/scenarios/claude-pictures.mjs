// How Claude Code continues after a tool has read a picture that the model cannot take.
import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redDot } from '../red-dot.mjs';
import { newModel } from '../upstream-models.mjs';
import { bothWays } from './both-ways.mjs';

const allowed = ['--allowedTools', 'Read'];
const hasPicture = ({ messages }) => JSON.stringify(messages).includes('"type":"image"');

/** Writes a picture, and returns the call of the tool that reads it. */
function readPicture(cwd) {
  const file = join(cwd, 'dot.png');
  writeFileSync(file, redDot);
  return { name: 'Read', input: { file_path: file } };
}

/** The client removes the picture from this request and the next one. */
function losesPicture(error, kind = 'messages') {
  const options = ['--model', newModel(kind), ...allowed];
  return async function run({ claude, upstream, exchanges, cwd, straight }) {
    upstream.play({ calls: [readPicture(cwd)] }, { text: 'Without it.' }, { text: 'Still here.' });
    upstream.reject({ when: hasPicture, body: { type: 'error', error } });
    assert.equal((await claude(['Which colour?', ...options])).result.result, 'Without it.');
    assert.deepEqual(
      upstream.requests.map(({ status }) => status),
      [200, 400, 200],
    );
    const rejected = JSON.parse(exchanges.find(({ status }) => status === 400).reply).error;
    if (kind === 'messages' || straight) assert.deepEqual(rejected, error);
    else assert.ok(!rejected.message.includes(error.message));
    assert.equal((await claude(['--continue', 'And now?', ...options])).result.result, 'Still here.');
  };
}

const dimensions = {
  type: 'invalid_request_error',
  message:
    'messages.2.content.0.tool_result.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
};

/** @type {import('../scenario.mjs').Scenario[]} */
export const claudePictures = [
  ...bothWays({
    name: 'removes a picture that is too large, and continues',
    refused: true,
    run: losesPicture(dimensions),
  }),
  ...bothWays({
    name: 'removes a picture that is too large and receives the details of the error',
    refused: true,
    run: losesPicture({
      ...dimensions,
      details: {
        error_code: 'image_dimensions_too_large',
        max_side_length_pixels: 2000,
        paths: ['messages.2.content.0.content.0'],
      },
    }),
  }),
  {
    name: 'removes a picture by the token of a hidden message, and continues',
    refused: true,
    run: losesPicture(dimensions, 'hidden'),
  },
  {
    name: 'removes a picture that a chat server rejects, and continues',
    refused: true,
    async run({ claude, model, cwd }) {
      const error = {
        message: 'Failed to load image: cannot identify image file <_io.BytesIO object>',
        type: 'BadRequestError',
        code: 400,
      };
      const withoutPicture = ({ messages }) =>
        JSON.stringify(messages).includes('image_url') ? { status: 400, body: { error } } : { text: 'Without it.' };
      model.play({ calls: [readPicture(cwd)] }, withoutPicture);
      assert.equal((await claude(['Which colour?', ...allowed])).result.result, 'Without it.');
      assert.equal((await claude(['--continue', 'And now?', ...allowed])).result.result, 'Without it.');
    },
  },
  {
    name: 'removes a picture that a local text model cannot read, and continues',
    refused: true,
    async run({ claude, model, exchanges, cwd, key }) {
      model.play({ calls: [readPicture(cwd)] }, { text: 'Red.' });
      // A short prompt, because the context of the built-in model is small; no tools, because it calls them at random.
      const short = ['--system-prompt', 'Be brief.', '--max-turns', '2', '--tools'];
      await claude(['Which colour?', ...short, 'Read', ...allowed]);
      const local = ['--model', 'demo', ...short, ''];
      const env = { ANTHROPIC_API_KEY: key, CLAUDE_CODE_MAX_OUTPUT_TOKENS: '32' };
      const statusesOf = async (prompt) => {
        exchanges.length = 0;
        await claude(['--continue', prompt, ...local], { env });
        return exchanges.map(({ status }) => status);
      };
      // The client continues a response that ended at its limit.
      assert.deepEqual((await statusesOf('And now?')).slice(0, 2), [400, 200]);
      assert.ok((await statusesOf('Once more?')).every((status) => status === 200));
    },
  },
];
