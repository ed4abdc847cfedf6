import { isObject, type JsonObject } from '@org/engine';

/** With fewer descriptors the service does not start, and the first failure varies: a library, the database, the port. */
const minDescriptors = 64;

/** The warning for a program that failed because it may open too few files; undefined where the limit is sufficient. */
export function fileDescriptorWarning(maxDescriptors: number | undefined = descriptorLimit()): string | undefined {
  if (maxDescriptors === undefined || maxDescriptors >= minDescriptors) return undefined;
  return `This process can open only ${maxDescriptors} files and connections at a time (ulimit -n), which may be the cause. The service needs ${minDescriptors}, and one more for each connection: raise the limit.`;
}

/** The descriptor limit of this process. Undefined where the system does not report one, and where there is none. */
function descriptorLimit(): number | undefined {
  // Otherwise the report resolves the names of all connected peers. Node's types do not declare the option yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const limits = memberOf(memberOf(report.getReport(), 'userLimits'), 'open_files');
  const soft = limits['soft'];
  return typeof soft === 'number' ? soft : undefined;
}

function memberOf(value: object, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}
