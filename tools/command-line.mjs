// Parses the command line of a tool; the comment at the head of the tool's file is its usage.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Parses the command line as `parseArgs` does. `--help` prints the usage and exits with 0; an invalid command line
 * exits with 2, after one line with the reason and the usage.
 * @param {string} url `import.meta.url` of the tool
 * @param {import('node:util').ParseArgsConfig & { maxPositionals?: number }} [config]
 */
export function readCommandLine(url, { options = {}, maxPositionals = 0, ...config } = {}) {
  const usage = usageIn(readFileSync(fileURLToPath(url), 'utf8'));
  let read;
  try {
    read = parseArgs({
      ...config,
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: maxPositionals > 0,
    });
  } catch (error) {
    // The rest of the message suggests alternative syntax.
    stop(`${error.message.split(/\. |\n/, 1)[0]}\n\n${usage}`);
  }
  const { positionals } = read;
  const { help, ...values } = read.values;
  if (help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (positionals.length > maxPositionals) stop(`Unexpected argument '${positionals[maxPositionals]}'\n\n${usage}`);
  return { values, positionals };
}

/** Ends the process because its options are invalid. */
export function stop(text) {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(2);
}

/** The comment at the head of a program, without its comment markers. */
export function usageIn(source) {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return `${lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')}\n`;
}
