/** Options of the client's command line. */

export const generalOptions = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  'base-url': { type: 'string' },
  'client-id': { type: 'string' },
  'api-key-file': { type: 'string' },
  timeout: { type: 'string' },
  'allow-insecure': { type: 'boolean' },
} as const;

export const operationOptions = {
  name: { type: 'string' },
  sysuserid: { type: 'string' },
  runtime: { type: 'string' },
  domain: { type: 'string', multiple: true },
  deadline: { type: 'string' },
} as const;

/** What `srvspec api --help` prints. */
export const help = `usage: srvspec api OPERATION [OPTION]…

operations
  servers list
  servers create NAME                prints the server API key, which the service shows only once
  apps list
  apps create --name NAME --sysuserid ID --runtime RUNTIME --domain DOMAIN…
  actions get ID
  actions wait ID                    waits until /data/status of the action is success or error

options of apps create
  --domain DOMAIN                    a domain name; may be repeated

options of actions wait
  --deadline SECONDS                 how long to wait at most (600)

options of all operations
  --json                             prints the service's answer unchanged
  --base-url URL                     base URL, with a path that ends with /v1 (SRVSPEC_BASE_URL)
  --client-id ID                     (SRVSPEC_CLIENT_ID)
  --api-key-file FILE                file with the API key; the key itself is never an option (SRVSPEC_API_KEY)
  --timeout SECONDS                  time limit of each call, retries included (30)
  --allow-insecure                   allows sending the credentials over plain HTTP to another machine

exit status
  0 done   1 refused, or an undocumented answer   2 wrong usage   3 no connection, or a timeout
  4 the action failed, or did not end in time   130 interrupted
`;
