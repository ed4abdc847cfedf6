export { deliverAsAsked, startHubServer, type HubServer } from './testing/hub-server.js';
