// The checks as an edge worker: one request with the settings, one response with the results.
import { runAll } from './all.mjs';
import { official } from './official.mjs';

export default {
  async fetch(request) {
    return Response.json(await runAll({ ...(await request.json()), runtime: 'worker' }, official));
  },
};
