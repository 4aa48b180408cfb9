import type { Client } from '../../api/client/client.js';

const app = { name: 'n', sysuserid: 's', runtime: 'r', domains: ['d'] };

/** Every operation once. */
export const calls: { readonly [name: string]: (client: Client) => Promise<unknown> } = {
  listServers: (client) => client.listServers(),
  createServer: (client) => client.createServer({ name: 'n' }),
  listApps: (client) => client.listApps(),
  createApp: (client) => client.createApp(app),
  getAction: (client) => client.getAction('a'),
};
