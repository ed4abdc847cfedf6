// Parses the fields of a form in each dialect.
import { type DialectId, EngineError, type FileRecord } from '@org/engine';
import { filePurposes } from '@org/protocol/responses';

/** Storage options of a file. */
export interface UploadFields extends Pick<FileRecord, 'purpose'> {
  /** Seconds from now. Absent: until it is deleted. */
  readonly expiresInSeconds?: number;
  /** Unknown fields. */
  readonly unknown: readonly string[];
}

/** Of files that came without a purpose, as the messages dialect has none. */
const anyPurpose = 'user_data';

const hour = 3600;
const day = 24 * hour;
const maxLifetimeSeconds: Readonly<Record<DialectId, number>> = { messages: 90 * day, responses: 30 * day };

const knownFields: Readonly<Record<DialectId, readonly string[]>> = {
  messages: ['expires_in_seconds'],
  responses: ['purpose', 'expires_after[anchor]', 'expires_after[seconds]'],
};

/** Throws `invalid-request` that names the field. */
export function readFields(fields: ReadonlyMap<string, string>, dialect: DialectId): UploadFields {
  const unknown = [...fields.keys()].filter((name) => !knownFields[dialect].includes(name));
  switch (dialect) {
    case 'messages':
      return { purpose: anyPurpose, ...secondsOf(fields, 'expires_in_seconds', dialect), unknown };
    case 'responses':
      return { ...readResponsesFields(fields), unknown };
  }
}

function readResponsesFields(fields: ReadonlyMap<string, string>): Omit<UploadFields, 'unknown'> {
  const purpose = fields.get('purpose');
  if (purpose === undefined) throw refused('purpose', 'is required');
  if (!filePurposes.some((known) => known === purpose))
    throw refused('purpose', `must be one of ${filePurposes.join(', ')}`);
  const anchor = fields.get('expires_after[anchor]');
  const seconds = secondsOf(fields, 'expires_after[seconds]', 'responses');
  if (anchor === undefined && seconds.expiresInSeconds === undefined)
    return { purpose, ...(purpose === 'batch' && { expiresInSeconds: maxLifetimeSeconds.responses }) };
  if (anchor !== 'created_at') throw refused('expires_after[anchor]', 'must be created_at');
  if (seconds.expiresInSeconds === undefined) throw refused('expires_after[seconds]', 'is required');
  return { purpose, ...seconds };
}

function secondsOf(
  fields: ReadonlyMap<string, string>,
  name: string,
  dialect: DialectId,
): Pick<UploadFields, 'expiresInSeconds'> {
  const text = fields.get(name);
  if (text === undefined) return {};
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds >= hour && seconds <= maxLifetimeSeconds[dialect]))
    throw refused(name, `must be an integer from ${hour} to ${maxLifetimeSeconds[dialect]}`);
  return { expiresInSeconds: seconds };
}

function refused(param: string, rule: string): EngineError {
  return new EngineError('invalid-request', `${param}: ${rule}.`, { param });
}
