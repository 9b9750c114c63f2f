import { connectionsEndpoints } from './connections.endpoints.ts';
import { conversationsEndpoints } from './conversations.endpoints.ts';
import { deskEndpoints } from './desk.endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { messagesEndpoints } from './messages.endpoints.ts';

/** Every call of the JSON contract that exists; a route that is not here fails the contract test. */
export const ENDPOINTS: Endpoint[] = [
  ...conversationsEndpoints,
  ...deskEndpoints,
  ...messagesEndpoints,
  ...connectionsEndpoints,
];
