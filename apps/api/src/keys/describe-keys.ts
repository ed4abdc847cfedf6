import type { ApiKeyRecord } from '@org/engine';

const heads = ['ID', 'NAME', 'OWNER', 'CREATED', 'VALID UNTIL'] as const;

/** Formats the keys as a table, without anything that helps to find a secret. */
export function describeKeys(keys: readonly ApiKeyRecord[], now: number): string {
  const rows = [
    heads,
    ...keys.map(({ id, name, owner, createdAt, expiresAt }) => [
      id,
      name,
      owner,
      timeOf(createdAt),
      endOf(expiresAt, now),
    ]),
  ];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function endOf(expiresAt: number | undefined, now: number): string {
  if (expiresAt === undefined) return 'no expiry';
  return expiresAt <= now ? `${timeOf(expiresAt)} (expired)` : timeOf(expiresAt);
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
