/** Settings without absent optional members, which a DTO holds as `undefined`. */
export function definedOnly<T extends object>(settings: T): T {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
