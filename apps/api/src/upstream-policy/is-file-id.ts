/** An id in the format of the files of this service, see `identity/random-id-source`. */
const fileIdPattern = /^file_[0-9A-Za-z]{29}$/;

/** Whether the store of files decides about an id. */
export function isFileId(id: string): boolean {
  return fileIdPattern.test(id);
}
