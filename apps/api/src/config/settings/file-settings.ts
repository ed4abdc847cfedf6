import { IsInt, Max, Min } from 'class-validator';

/** `files` in service.yaml: files that clients upload once and name by their ids. */
export class FileSettings {
  /** Most bytes of one file. */
  @IsInt()
  @Min(1024)
  @Max(1_073_741_824)
  maxBytes: number = 33_554_432;

  /** Most files of one owner. */
  @IsInt()
  @Min(0)
  @Max(100_000)
  maxFilesPerOwner: number = 1000;

  /** Most bytes that the files of one owner may have together. */
  @IsInt()
  @Min(0)
  @Max(1_099_511_627_776)
  maxBytesPerOwner: number = 1_073_741_824;
}
