// The smallest valid request of each dialect around what a shape adds.

/** Bytes that a body may have with default settings, less some for the rest of the request. */
export const largeBytes = 33_554_432 - 2_048;
/** Values of which a body may have 200,000 with default settings, less some for the rest of the request. */
export const manyValues = 199_000;

/** @typedef {'messages' | 'responses'} Dialect */

/**
 * @typedef {object} AttackShape
 * @property {string} name
 * @property {(dialect: Dialect, model: string) => Buffer} body
 * @property {readonly number[]} statuses the expected statuses of the response
 */

/**
 * The text of a request whose content or input is `content`, a JSON text, with `members` as further members.
 * @param {Dialect} dialect
 * @param {string} model
 * @param {{ content?: string, members?: string }} parts
 */
export function requestOf(dialect, model, { content = '"Hello."', members = '' }) {
  const rest = members === '' ? '' : `,${members}`;
  return dialect === 'messages'
    ? `{"model":"${model}","max_tokens":50,"messages":[{"role":"user","content":${content}}]${rest}}`
    : `{"model":"${model}","input":[{"role":"user","content":${content}}]${rest}}`;
}

/**
 * A function tool with the JSON text of its schema.
 * @param {Dialect} dialect
 * @param {string} name
 * @param {string} schema
 */
export function toolOf(dialect, name, schema) {
  return dialect === 'messages'
    ? `{"name":"${name}","input_schema":${schema}}`
    : `{"type":"function","name":"${name}","strict":false,"parameters":${schema}}`;
}
