/** What `srvspec api --help` prints. */
export const help = `usage: srvspec api OPERATION [OPTION]…

operations
  servers list
  servers create NAME                shows the server API key, which the service tells this once
  apps list
  apps create --name NAME --sysuserid ID --runtime RUNTIME --domain DOMAIN…
  actions get ID
  actions wait ID                    until the action is done

options of apps create
  --domain DOMAIN                    one domain name; give it once for each

options of actions wait
  --done POINTER=VALUE[,VALUE…]      done when one of the values stands there (/data/status=success)
  --failed POINTER=VALUE[,VALUE…]    failed when one of the values stands there (/data/status=error)
  --deadline SECONDS                 how long to wait at most (600)
  --verbose                          tells of each attempt on the standard error

options of all operations
  --json                             prints the service's answer as it is
  --base-url URL                     its path ends with /v1 (SRVSPEC_BASE_URL)
  --client-id ID                     (SRVSPEC_CLIENT_ID)
  --api-key-file FILE                file with the API key, which is never given as an option (SRVSPEC_API_KEY)
  --timeout SECONDS                  for each call, repetitions included (30)
  --map PLACE=POINTER                where the answer holds servers, apps, serverId or serverApiKey, as a JSON pointer
  --allow-insecure                   sends the credentials over plain http to another machine

exit status
  0 done   1 refused, or an answer that is not as documented   2 usage   3 no connection, or too late
  4 the action failed, or its deadline passed   130 interrupted
`;
