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
example: srvspec api servers list --base-url https://api.example.com/v1

operations
  servers list
  servers create NAME     prints the server API key, which is shown only once
  apps list
  apps create --name NAME --sysuserid ID --runtime RUNTIME --domain DOMAIN…
  actions get ID
  actions wait ID         waits until the action has succeeded or failed
    --deadline SECONDS    waits at most so long (600)

options
  --json                  prints the service's answer unchanged
  --base-url URL          with a path that ends with /v1 (SRVSPEC_BASE_URL)
  --client-id ID          (SRVSPEC_CLIENT_ID)
  --api-key-file FILE     the key itself is never an option (SRVSPEC_API_KEY)
  --timeout SECONDS       limit of each call, retries included (30)
  --allow-insecure        sends credentials over plain HTTP to another machine

exit status: 0 done, 1 refused or undocumented answer, 2 wrong usage, 3 no
connection or a timeout, 4 the action failed or did not end, 130 interrupted
`;
