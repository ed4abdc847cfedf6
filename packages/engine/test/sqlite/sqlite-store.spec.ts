import { describeStoreContract } from '#src/testing/contracts/store-contract.js';
import { makeSqlitePlace } from './sqlite-place.js';

describeStoreContract('SQLite', makeSqlitePlace);
