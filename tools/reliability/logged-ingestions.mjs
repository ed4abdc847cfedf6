import { readFileSync } from 'node:fs';

/**
 * How often log files report the end of the ingestion of each file, by vector store and file.
 * @param {readonly string[]} files
 */
export function loggedIngestions(files) {
  /** @type {Map<string, number>} */
  const ends = new Map();
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (!line.includes('"file ingestion"')) continue;
      const { outcome, vectorStoreId, fileId } = parseLine(line);
      if (outcome !== 'completed' && outcome !== 'failed') continue;
      const name = `${fileId} in ${vectorStoreId}`;
      ends.set(name, (ends.get(name) ?? 0) + 1);
    }
  return ends;
}

/** A kill may truncate a line, and the next process then continues it. */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
