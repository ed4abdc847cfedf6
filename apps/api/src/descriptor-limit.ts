import { isObject, type JsonObject } from '@org/engine';

/** The descriptor limit of this process. Undefined where the system does not report one, and where there is none. */
export function descriptorLimit(): number | undefined {
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
