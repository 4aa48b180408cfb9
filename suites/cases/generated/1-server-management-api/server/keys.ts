// Generated from spec/1-server-management-api/server/keys.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/1-server-management-api/server/keys.js';

export const generated: GeneratedObject = {
  object: "1-server-management-api/server/keys",
  title: "Management API: keys",
  document: 1,
  subject: "server",
  requirements: [
    {
      id: "api-keys.replaced",
      says: "A key that a newer one has replaced is refused on every endpoint, and creates nothing; the newer one is accepted.",
      strength: "must",
      rows: ["1/resources-and-their-fields/p2","1/resources-and-their-fields/rule-3","1/authentication/rule-3"],
      cases: [
        { id: "api-keys.replaced/refusesReplaced/list-servers", body: () => laws.refusesReplaced({"name":"list-servers","method":"GET","path":"/servers","answer":"list","resource":"server"}) },
        { id: "api-keys.replaced/refusesReplaced/create-server", body: () => laws.refusesReplaced({"name":"create-server","method":"POST","path":"/servers","answer":"resource","resource":"server","payload":["name"]}) },
        { id: "api-keys.replaced/refusesReplaced/list-apps", body: () => laws.refusesReplaced({"name":"list-apps","method":"GET","path":"/apps","answer":"list","resource":"app"}) },
        { id: "api-keys.replaced/refusesReplaced/create-app", body: () => laws.refusesReplaced({"name":"create-app","method":"POST","path":"/apps","answer":"envelope","resource":"app","payload":["name","sysuserid","runtime","domains"]}) },
        { id: "api-keys.replaced/refusesReplaced/get-action", body: () => laws.refusesReplaced({"name":"get-action","method":"GET","path":"/actions/{actionid}","answer":"status","resource":"action"}) },
      ],
    },
    {
      id: "api-keys.replaced.in-turn",
      says: "In turn, and on the connection on which it was good before, the replaced key is refused and the newer one accepted.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-3","1/authentication/rule-3"],
      cases: [
        { id: "api-keys.replaced.in-turn/takesTurns", body: () => laws.takesTurns({}) },
      ],
    },
    {
      id: "api-keys.replaced.near",
      says: "Neither is a mixture of the replaced key and the newer one accepted.",
      strength: "must",
      rows: ["1/resources-and-their-fields/rule-3","1/authentication/rule-3"],
      cases: [
        { id: "api-keys.replaced.near/refusesMixtures", body: () => laws.refusesMixtures({}) },
      ],
    },
    {
      id: "api-keys.secret",
      says: "No answer holds the API key, be the request served, refused or not understood.",
      strength: "must",
      rows: ["1/resources-and-their-fields/p2","1/resources-and-their-fields/rule-1","1/resources-and-their-fields/rule-2","1/resources-and-their-fields/account-credentials-2"],
      cases: [
        { id: "api-keys.secret/keepsKey/list-servers", body: () => laws.keepsKey({"name":"list-servers"}) },
        { id: "api-keys.secret/keepsKey/list-apps", body: () => laws.keepsKey({"name":"list-apps"}) },
        { id: "api-keys.secret/keepsKey/unknown-path", body: () => laws.keepsKey({"name":"unknown-path"}) },
        { id: "api-keys.secret/keepsKey/unknown-version", body: () => laws.keepsKey({"name":"unknown-version"}) },
        { id: "api-keys.secret/keepsKey/unknown-action", body: () => laws.keepsKey({"name":"unknown-action"}) },
        { id: "api-keys.secret/keepsKey/query", body: () => laws.keepsKey({"name":"query"}) },
        { id: "api-keys.secret/keepsKey/other-client-id", body: () => laws.keepsKey({"name":"other-client-id"}) },
        { id: "api-keys.secret/keepsKey/empty-client-id", body: () => laws.keepsKey({"name":"empty-client-id"}) },
        { id: "api-keys.secret/keepsKey/swapped", body: () => laws.keepsKey({"name":"swapped"}) },
        { id: "api-keys.secret/keepsKey/bearer-with-key", body: () => laws.keepsKey({"name":"bearer-with-key"}) },
        { id: "api-keys.secret/keepsKey/not-in-base64", body: () => laws.keepsKey({"name":"not-in-base64"}) },
        { id: "api-keys.secret/keepsKey/key-and-one-more", body: () => laws.keepsKey({"name":"key-and-one-more"}) },
        { id: "api-keys.secret/keepsKeyWriting/create-server", body: () => laws.keepsKeyWriting({"name":"create-server"}) },
        { id: "api-keys.secret/keepsKeyWriting/create-app", body: () => laws.keepsKeyWriting({"name":"create-app"}) },
        { id: "api-keys.secret/keepsKeyWriting/get-action", body: () => laws.keepsKeyWriting({"name":"get-action"}) },
        { id: "api-keys.secret/keepsKeyWriting/broken-json", body: () => laws.keepsKeyWriting({"name":"broken-json"}) },
        { id: "api-keys.secret/keepsKeyWriting/no-object", body: () => laws.keepsKeyWriting({"name":"no-object"}) },
        { id: "api-keys.secret/keepsKeyWriting/no-name", body: () => laws.keepsKeyWriting({"name":"no-name"}) },
        { id: "api-keys.secret/keepsKeyWriting/wrong-type", body: () => laws.keepsKeyWriting({"name":"wrong-type"}) },
        { id: "api-keys.secret/keepsKeyWriting/other-media-type", body: () => laws.keepsKeyWriting({"name":"other-media-type"}) },
        { id: "api-keys.secret/keepsKeyWriting/other-method", body: () => laws.keepsKeyWriting({"name":"other-method"}) },
      ],
    },
  ],
};
