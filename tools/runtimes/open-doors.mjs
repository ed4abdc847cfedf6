/** Allows a page of any origin to read the response, because the auxiliary servers of the checks contain no secrets. */
export function openDoors(response) {
  response.setHeader('access-control-allow-origin', '*');
}
