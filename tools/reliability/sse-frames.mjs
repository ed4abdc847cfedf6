// The frames of an event stream, as bytes and as events.

/**
 * @typedef {object} Frame
 * @property {string} text the exact bytes, with the empty line
 * @property {any} event its data, parsed; undefined for a comment or `[DONE]`
 */

/**
 * Splits the received data of a stream. Data after the last empty line is a truncated frame and not returned.
 * @param {string} text
 * @returns {{ frames: Frame[], events: any[], done: boolean }}
 */
export function readFrames(text) {
  const frames = [];
  let done = false;
  for (let start = 0; ;) {
    const end = text.indexOf('\n\n', start);
    if (end < 0) break;
    const frame = text.slice(start, end + 2);
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (data === '[DONE]') done = true;
    frames.push({ text: frame, event: data === undefined || data === '[DONE]' ? undefined : JSON.parse(data) });
    start = end + 2;
  }
  return { frames, events: frames.flatMap(({ event }) => (event === undefined ? [] : [event])), done };
}
