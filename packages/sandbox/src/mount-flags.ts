/** The options of a mount that a later mount of the same files must repeat. */
const lockedOptions = new Set(['noexec', 'nosuid', 'nodev']);

interface Mount {
  readonly point: string;
  readonly options: readonly string[];
}

/**
 * The options with which the files at `path` are mounted. The kernel does not let an unprivileged user remove them.
 *
 * @param mountInfo the content of `/proc/self/mountinfo`
 */
export function lockedOptionsOf(path: string, mountInfo: string): readonly string[] {
  const mounts = mountInfo.split('\n').flatMap(parseMount);
  // The last of several mounts on one point covers the others.
  const mount = mounts
    .filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`))
    .reduce<Mount | undefined>((best, one) => (one.point.length >= (best?.point.length ?? 0) ? one : best), undefined);
  return mount?.options.filter((option) => lockedOptions.has(option)) ?? [];
}

function parseMount(line: string): readonly Mount[] {
  const [, , , , point, options] = line.split(' ');
  if (point === undefined || options === undefined) return [];
  const text = point.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return [{ point: text, options: options.split(',') }];
}
