/** A folder in memory that only the sandbox has. */
export interface TemporaryFolder {
  readonly path: string;
  readonly maxBytes: number;
  /** Maximum number of files and folders; bubblewrap cannot limit it. */
  readonly maxFiles: number;
}

/** What a sandbox has beyond the paths that its program sees. */
export interface SandboxOptions {
  /**
   * The only folders in which the program can write, besides the writable paths. Absent: it can write everywhere, at
   * most 64 MiB with unshare.
   */
  readonly temporary?: readonly TemporaryFolder[];
  /** The program is process 1: no signal of another process in the sandbox ends it. Default false. */
  readonly isFirstProcess?: boolean;
  /**
   * User and group of the program. Only root can assemble a sandbox for another user. Default: those of the service,
   * without privileges.
   */
  readonly uid?: number;
}
