// Log records as lines for a person at a terminal.

const levelNames: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR' };
/** Facts of a request that need no name. */
const unnamed = ['method', 'route', 'status'] as const;

/** Terminals interpret control characters, and `JSON.stringify` escapes only some of them. */
const control = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** One JSON line of the log as a readable line: time, level, message, and the fields as `name=value`. */
export function toLogText(line: string): string {
  const record = parse(line);
  if (record === undefined) return line;
  const { level, time, msg, err, ...fields } = record;
  const known = unnamed.map((name) => fields[name]).filter((value) => value !== undefined);
  const named = Object.entries(fields).filter(([name]) => !unnamed.some((one) => one === name));
  const { totalMs, ...rest } = Object.fromEntries(named);
  return `${[
    typeof time === 'string' ? time.slice(11, 23) : '',
    (levelNames[Number(level)] ?? '').padEnd(5),
    plain(msg),
    ...known.map(plain),
    ...(totalMs === undefined ? [] : [`${plain(totalMs)}ms`]),
    ...Object.entries(rest).map(([name, value]) => `${name}=${quoted(value)}`),
  ].join(' ')}\n${stackOf(err)}`;
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The stack of an error, or what else was thrown, below its record. */
function stackOf(err: unknown): string {
  if (err === undefined) return '';
  const stack: unknown = typeof err === 'object' && err !== null && 'stack' in err ? err.stack : undefined;
  const text = typeof stack === 'string' ? stack : JSON.stringify(err);
  return `${text
    .split('\n')
    .map((one) => `    ${plain(one)}`)
    .join('\n')}\n`;
}

/** A text without control characters. */
function plain(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll(control, escaped)
    : JSON.stringify(value);
}

function quoted(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=\\]+$/.test(value)) return value.replaceAll(control, escaped);
  return JSON.stringify(value).replaceAll(control, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
