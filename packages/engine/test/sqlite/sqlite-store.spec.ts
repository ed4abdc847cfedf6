import { describeStoreContract } from '#src/testing/store-contract.js';
import { makeSqlitePlace } from './sqlite-place.js';

describeStoreContract('SQLite', makeSqlitePlace);
