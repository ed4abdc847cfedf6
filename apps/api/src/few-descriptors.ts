import { isObject, type JsonObject } from '@org/engine';

/** With fewer the program does not come to serve, and what fails first differs: a library, the database, the port. */
const leastDescriptors = 64;

/** What to tell whoever started a program that failed, if it may open so little that it can only fail; undefined where it may open enough. */
export function fileDescriptorWarning(maxDescriptors: number | undefined = descriptorLimit()): string | undefined {
  if (maxDescriptors === undefined || maxDescriptors >= leastDescriptors) return undefined;
  return `This process can open only ${maxDescriptors} files and connections at a time (ulimit -n), which may be the cause. The service needs ${leastDescriptors}, and one more for each connection: raise the limit.`;
}

/** What the system lets this process open. Undefined where it does not say, and where there is no limit. */
function descriptorLimit(): number | undefined {
  // Else it looks up the names of all who are connected. Node's types do not know it yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const limits = memberOf(memberOf(report.getReport(), 'userLimits'), 'open_files');
  const soft = limits['soft'];
  return typeof soft === 'number' ? soft : undefined;
}

function memberOf(value: object, name: string): JsonObject {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}
