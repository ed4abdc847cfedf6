/** Days that every year has. */
const day = '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))';
const leapYear = '([12][0-9](0[48]|[2468][048]|[13579][26])|(1[26]|2[048])00)';
const date = `([12][0-9]{3}-${day}|${leapYear}-02-29)`;
const time = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])';

const group = '[0-9a-fA-F]{1,4}';
/** The compressed addresses with the given number of groups before the gap. */
const gapped = [1, 2, 3, 4, 5, 6].map((before) => `(${group}:){1,${before}}(:${group}){1,${7 - before}}`);

/** Formats that the grammar enforces, as anchored regular expressions. The validator uses the same expressions. */
export const stringFormats: Readonly<Record<string, string>> = {
  date: `^${date}$`,
  time: `^${time}$`,
  'date-time': `^${date}T${time}$`,
  duration: '^P([0-9]{1,4}W|([0-9]{1,4}D)(T[0-9]{1,4}(H|M|S))?|T[0-9]{1,4}(H([0-9]{1,4}M)?|M([0-9]{1,4}S)?|S))$',
  email: '^[a-zA-Z0-9]([._+-]?[a-zA-Z0-9]){0,60}@[a-zA-Z0-9]([-.]?[a-zA-Z0-9]){0,60}\\.[a-zA-Z]{2,12}$',
  hostname: '^[a-zA-Z0-9](-?[a-zA-Z0-9]){0,60}(\\.[a-zA-Z0-9](-?[a-zA-Z0-9]){0,60}){0,5}$',
  ipv4: '^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$',
  ipv6: `^((${group}:){7}${group}|(${group}:){1,7}:|${gapped.join('|')}|:((:${group}){1,7}|:))$`,
  uuid: '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  uri: '^[a-z][a-z0-9+.-]{1,20}://[a-zA-Z0-9._~:/?#@!$&()*+,;=%-]{1,500}$',
};

/** The expression of a format; `undefined` for an unknown format. */
export function stringFormat(name: string): string | undefined {
  return Object.hasOwn(stringFormats, name) ? stringFormats[name] : undefined;
}

/**
 * Short subsets of a format, from the widest expression to the narrowest: an automaton that counts the characters of
 * the format itself up to a length may need too many states.
 */
export function shorterFormats(name: string): readonly string[] {
  const pattern = name === 'email' || name === 'hostname' ? stringFormat(name) : undefined;
  return pattern === undefined
    ? []
    : [30, 12, 4].map((max) => pattern.replaceAll('{0,60}', `{0,${max}}`).replace('{0,5}$', '{0,2}$'));
}

/** Edge-case samples of each format: shortest, longest, every kind of character, every optional segment. */
const formatSamples: Readonly<Record<string, readonly string[]>> = {
  date: ['1000-01-01', '2999-12-31', '2024-02-29', '2023-04-30', '2000-02-29'],
  time: ['00:00:00Z', '23:59:59.999999+23:59', '12:30:45.1-00:00'],
  'date-time': ['1000-01-01T00:00:00Z', '2999-12-31T23:59:59.999999+23:59', '2024-02-29T12:30:45.1-00:00'],
  duration: ['P0W', 'P9999W', 'P1D', 'P1DT2H', 'P1DT2S', 'PT1H2M', 'PT3M4S', 'PT5S', 'PT1H'],
  email: ['a@b.cc', '0@0.ZZ', 'Ab.c_d+e-9@x-y.z.museum', `${'a.'.repeat(30)}b@${'c.'.repeat(30)}info`],
  hostname: ['a', '0', 'a-b.C-9.d', `${'a-'.repeat(30)}b.c`],
  ipv6: ['::', '1::', '::aF', '0:1:2:3:4:5:6:ffff', '1:2:3::4:5:6:7', '1::2:3:4:5:6:7'],
  ipv4: ['0.0.0.0', '255.255.255.255', '10.99.100.249'],
  uuid: [
    '00000000-0000-1000-8000-000000000000',
    'ffffffff-ffff-8fff-bfff-ffffffffffff',
    '01234567-89ab-4cde-9f01-23456789abcd',
  ],
  uri: ['ab://a', 'a0+.-z://%', 'https://user@example.com:8080/~p/_q;r=s?t=u&v#w', 'x9://!$&()*+,;=@:#'],
};

/** True where a pattern without a grammar seems to describe `format`, because it matches all edge-case samples. */
export function patternTakesFormat(pattern: string, format: string): boolean {
  const texts = Object.hasOwn(formatSamples, format) ? formatSamples[format] : undefined;
  if (texts === undefined) return false;
  try {
    const expression = new RegExp(pattern, 'u');
    return texts.every((text) => expression.test(text));
  } catch {
    return false;
  }
}
