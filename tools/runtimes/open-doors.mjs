/** Lets a page of any origin read the answer: what the checks ask beside the service is nobody's secret. */
export function openDoors(response) {
  response.setHeader('access-control-allow-origin', '*');
}
