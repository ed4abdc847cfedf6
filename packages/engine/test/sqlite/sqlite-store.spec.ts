import { describeStoreContract } from '#src/testing/contracts/store-contract.js';
import { makeSqliteLocation } from './sqlite-location.js';

describeStoreContract('SQLite', makeSqliteLocation);
