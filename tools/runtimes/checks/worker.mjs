// The checks as a worker at the edge: one request with what they are told, one answer with what they found.
import { runAll } from './all.mjs';
import { official } from './official.mjs';

export default {
  async fetch(request) {
    return Response.json(await runAll({ ...(await request.json()), position: 'worker' }, official));
  },
};
