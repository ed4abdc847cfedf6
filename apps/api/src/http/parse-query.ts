// Query strings as checked DTOs.
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EngineError } from '@org/engine';

/** The query as an instance of `dto`. Parameters that the class does not know are ignored. Throws `invalid-request`. */
export function parseQuery<T extends object>(dto: ClassConstructor<T>, query: unknown): T {
  const instance = plainToInstance(dto, query ?? {}, { exposeDefaultValues: true });
  const [fault] = validateSync(instance, { whitelist: true });
  if (fault === undefined) return instance;
  // A value that is not a number does not get the error that it is too large.
  const { isInt, ...others } = fault.constraints ?? {};
  const message = isInt ?? Object.values(others).at(-1) ?? 'is not valid';
  // The message of the library starts with the name of the parameter.
  const name = `${fault.property} `;
  const rule = message.startsWith(name) ? message.slice(name.length) : message;
  throw new EngineError('invalid-request', `${fault.property}: ${rule}.`, { param: fault.property });
}
