// Generated from spec/1-server-management-api/client/credentials.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/1-server-management-api/client/credentials.js';

export const generated: GeneratedObject = {
  object: "1-server-management-api/client/credentials",
  title: "API client: credentials",
  document: 1,
  subject: "client",
  requirements: [
    {
      id: "api-client-credentials.basic",
      says: "Requests have Basic credentials, with the Client ID as the user and the API key as the password.",
      strength: "must",
      rows: ["1/authentication/rule-1","1/resources-and-their-fields/account-credentials","1/resources-and-their-fields/account-credentials-2"],
      cases: [
        { id: "api-client-credentials.basic/authenticatesAs/usual", body: () => laws.authenticatesAs({"name":"usual","clientId":"cid_0123456789abcdef","apiKey":"0123456789-abcdefghijklmnopqrstuvwxyz_ABCDE"}) },
        { id: "api-client-credentials.basic/authenticatesAs/colon-in-key", body: () => laws.authenticatesAs({"name":"colon-in-key","clientId":"cid_1","apiKey":"one:two::three:"}) },
        { id: "api-client-credentials.basic/authenticatesAs/quotes", body: () => laws.authenticatesAs({"name":"quotes","clientId":"cid_1","apiKey":"a\"b'c`d"}) },
        { id: "api-client-credentials.basic/authenticatesAs/backslashes", body: () => laws.authenticatesAs({"name":"backslashes","clientId":"cid_1","apiKey":"a\\b\\\\c\\n\\t"}) },
        { id: "api-client-credentials.basic/authenticatesAs/shell", body: () => laws.authenticatesAs({"name":"shell","clientId":"cid_1","apiKey":"$HOME $(id) *?! a&b"}) },
        { id: "api-client-credentials.basic/authenticatesAs/percent", body: () => laws.authenticatesAs({"name":"percent","clientId":"cid_1","apiKey":"%41%s%%+%2B"}) },
        { id: "api-client-credentials.basic/authenticatesAs/hash-and-at", body: () => laws.authenticatesAs({"name":"hash-and-at","clientId":"cid_1","apiKey":"@a#b/c?d"}) },
        { id: "api-client-credentials.basic/authenticatesAs/hyphens", body: () => laws.authenticatesAs({"name":"hyphens","clientId":"cid-1","apiKey":"--a=b"}) },
        { id: "api-client-credentials.basic/authenticatesAs/padding-one", body: () => laws.authenticatesAs({"name":"padding-one","clientId":"cid_1","apiKey":"12345678"}) },
        { id: "api-client-credentials.basic/authenticatesAs/padding-two", body: () => laws.authenticatesAs({"name":"padding-two","clientId":"cid_1","apiKey":"123456789"}) },
        { id: "api-client-credentials.basic/authenticatesAs/no-padding", body: () => laws.authenticatesAs({"name":"no-padding","clientId":"cid_1","apiKey":"1234567890"}) },
        { id: "api-client-credentials.basic/authenticatesAs/plus-and-slash", body: () => laws.authenticatesAs({"name":"plus-and-slash","clientId":"cid_1","apiKey":"~~~???~~~???>>>"}) },
        { id: "api-client-credentials.basic/authenticatesAs/beyond-ascii", body: () => laws.authenticatesAs({"name":"beyond-ascii","clientId":"cid_1","apiKey":"ä€😀ÿ"}) },
        { id: "api-client-credentials.basic/authenticatesAs/id-beyond-ascii", body: () => laws.authenticatesAs({"name":"id-beyond-ascii","clientId":"cid_ä€😀","apiKey":"1234567890"}) },
        { id: "api-client-credentials.basic/authenticatesAs/long", body: () => laws.authenticatesAs({"name":"long","clientId":"cid_1","apiKey":"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"}) },
        { id: "api-client-credentials.basic/authenticatesAsAny", body: () => laws.authenticatesAsAny({}) },
      ],
    },
    {
      id: "api-client-credentials.every-request",
      says: "Every request has the credentials, the first of an operation too, without waiting to be asked for them.",
      strength: "must",
      rows: ["1/what-the-service-does/rule-1","1/endpoints/p1"],
      cases: [
        { id: "api-client-credentials.every-request/authenticates/list-servers", body: () => laws.authenticates({"name":"list-servers","task":"list-servers"}) },
        { id: "api-client-credentials.every-request/authenticates/create-server", body: () => laws.authenticates({"name":"create-server","task":"create-server"}) },
        { id: "api-client-credentials.every-request/authenticates/list-apps", body: () => laws.authenticates({"name":"list-apps","task":"list-apps"}) },
        { id: "api-client-credentials.every-request/authenticates/create-app", body: () => laws.authenticates({"name":"create-app","task":"create-app"}) },
        { id: "api-client-credentials.every-request/authenticates/get-action", body: () => laws.authenticates({"name":"get-action","task":"get-action"}) },
        { id: "api-client-credentials.every-request/authenticates/wait-for-action", body: () => laws.authenticates({"name":"wait-for-action","task":"wait-for-action"}) },
      ],
    },
    {
      id: "api-client-credentials.command-line",
      says: "The API key stands on no command line, where every user of the machine could read it.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-2","1/resources-and-their-fields/account-credentials-2"],
      cases: [
        { id: "api-client-credentials.command-line/keeps/success", body: () => laws.keeps({"from":"command line","name":"success","situation":"success"}) },
        { id: "api-client-credentials.command-line/keeps/refused", body: () => laws.keeps({"from":"command line","name":"refused","situation":"refused"}) },
      ],
    },
    {
      id: "api-client-credentials.output",
      says: "A client does not print the API key, whatever happens.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-2","1/resources-and-their-fields/account-credentials-2"],
      cases: [
        { id: "api-client-credentials.output/keepsQuiet/success", body: () => laws.keepsQuiet({"name":"success","situation":"success"}) },
        { id: "api-client-credentials.output/keepsQuiet/refused", body: () => laws.keepsQuiet({"name":"refused","situation":"refused"}) },
        { id: "api-client-credentials.output/keepsQuiet/broken", body: () => laws.keepsQuiet({"name":"broken","situation":"broken"}) },
        { id: "api-client-credentials.output/keepsQuiet/reset", body: () => laws.keepsQuiet({"name":"reset","situation":"reset"}) },
      ],
    },
    {
      id: "api-client-credentials.request-target",
      says: "The API key stands in no path or query, which servers and proxies write to their logs.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-2","1/authentication/rule-1"],
      cases: [
        { id: "api-client-credentials.request-target/keeps/success", body: () => laws.keeps({"from":"request target","name":"success","situation":"success"}) },
        { id: "api-client-credentials.request-target/keeps/refused", body: () => laws.keeps({"from":"request target","name":"refused","situation":"refused"}) },
      ],
    },
    {
      id: "api-client-credentials.files",
      says: "A client leaves the API key in no file that nobody asked for.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-2"],
      cases: [
        { id: "api-client-credentials.files/keeps/success", body: () => laws.keeps({"from":"files","name":"success","situation":"success"}) },
        { id: "api-client-credentials.files/keeps/refused", body: () => laws.keeps({"from":"files","name":"refused","situation":"refused"}) },
      ],
    },
    {
      id: "api-client-credentials.other-host",
      says: "A client that is redirected to another host does not send the API key there.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-2","1/authentication/rule-1"],
      cases: [
        { id: "api-client-credentials.other-host/keepsFromOtherHost/301", body: () => laws.keepsFromOtherHost({"name":"301","redirect":301}) },
        { id: "api-client-credentials.other-host/keepsFromOtherHost/302", body: () => laws.keepsFromOtherHost({"name":"302","redirect":302}) },
        { id: "api-client-credentials.other-host/keepsFromOtherHost/303", body: () => laws.keepsFromOtherHost({"name":"303","redirect":303}) },
        { id: "api-client-credentials.other-host/keepsFromOtherHost/307", body: () => laws.keepsFromOtherHost({"name":"307","redirect":307}) },
        { id: "api-client-credentials.other-host/keepsFromOtherHost/308", body: () => laws.keepsFromOtherHost({"name":"308","redirect":308}) },
      ],
    },
    {
      id: "api-client-credentials.echo",
      says: "It is recorded whether a client prints the API key when the service repeats it in an error.",
      strength: "open",
      rows: ["1/resources-and-their-fields/rule-2"],
      cases: [
        { id: "api-client-credentials.echo/hidesEcho/401", body: () => laws.hidesEcho({"name":"401","code":401}) },
        { id: "api-client-credentials.echo/hidesEcho/500", body: () => laws.hidesEcho({"name":"500","code":500}) },
      ],
    },
  ],
};
