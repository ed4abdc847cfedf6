import { IsInt, Max, Min } from 'class-validator';

/** `files` in service.yaml: files that clients upload once and name by their ids. */
export class FileSettings {
  /** Maximum bytes per file. */
  @IsInt()
  @Min(1024)
  @Max(1_073_741_824)
  maxBytes: number = 33_554_432;

  /** Maximum number of files per owner. */
  @IsInt()
  @Min(0)
  @Max(100_000)
  maxFilesPerOwner: number = 1000;

  /** Maximum total bytes of the files per owner. */
  @IsInt()
  @Min(0)
  @Max(1_099_511_627_776)
  maxBytesPerOwner: number = 1_073_741_824;
}
