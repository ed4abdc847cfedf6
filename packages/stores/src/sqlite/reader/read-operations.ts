import { readConversationItem, readConversationItems, readItemsAfter } from '../conversation-reads.js';
import type { Statements } from '../database/statements.js';
import { readEvents } from '../event-reads.js';
import { readStoredResponse } from '../response-reads.js';
import type { StoredContent } from '../stored-content.js';
import { readChunks, searchChunks } from '../vector-stores/chunk-reads.js';
import { findItems, readLinks, readTurn } from '../turn-reads.js';

/** A read of contents, and those that its result has. */
interface ReadOperation<Values extends readonly unknown[], Result> {
  readonly run: (sql: Statements, owner: string, ...values: Values) => Result;
  readonly contentsOf: (result: Result) => readonly StoredContent[];
}

/** All reads of contents that may be long, by name. The first value of each is the owner. */
export const readOperations = {
  readTurn: operation(readTurn, ({ value }) => present([value?.content])),
  readLinks: operation(readLinks, (links) => present(links.map(({ content }) => content))),
  findItems: operation(findItems, ({ value }) => [
    ...(value?.inConversations ?? []),
    ...(value?.inTurns ?? []).map(({ content }) => content),
  ]),
  readConversationItem: operation(readConversationItem, ({ value }) => present([value])),
  readConversationItems: operation(readConversationItems, ({ value }) => value?.entries ?? []),
  readItemsAfter: operation(readItemsAfter, (found) => present((found?.items ?? []).map(({ content }) => content))),
  readEvents: operation(readEvents, () => []),
  readStoredResponse: operation(readStoredResponse, ({ value }) => present([value])),
  readChunks: operation(readChunks, () => []),
  searchChunks: operation(searchChunks, () => []),
};

export type ReadOperations = typeof readOperations;
export type ReadName = keyof ReadOperations;

/** Parameters of a read in addition to the connection and the owner. */
export type ReadValues<Name extends ReadName> = ReadOperations[Name]['run'] extends (
  sql: Statements,
  owner: string,
  ...values: infer Values
) => unknown
  ? Values
  : never;
export type ReadResult<Name extends ReadName> = ReturnType<ReadOperations[Name]['run']>;

function operation<Values extends readonly unknown[], Result>(
  run: ReadOperation<Values, Result>['run'],
  contentsOf: ReadOperation<Values, Result>['contentsOf'],
): ReadOperation<Values, Result> {
  return { run, contentsOf };
}

function present<Value>(values: readonly (Value | undefined)[]): readonly Value[] {
  return values.filter((value) => value !== undefined);
}
