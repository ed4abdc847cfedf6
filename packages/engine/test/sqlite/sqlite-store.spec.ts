import { describeStoreContract } from '#src/testing/contracts/store-contract.js';
import { makeSqliteLocation } from './sqlite-place.js';

describeStoreContract('SQLite', makeSqliteLocation);
