// Reads a column as the type that the schema declares. A value of another type means that another program wrote the
// file.

type Row = Readonly<Record<string, unknown>>;

/** A column that the schema declares as text. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} does not contain text.`);
  return value;
}

/** A column that the schema declares as some integer. */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} does not contain a number.`);
  return value;
}
