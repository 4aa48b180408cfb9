// Generated from spec/1-server-management-api/server/endpoints.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/1-server-management-api/server/endpoints.js';

export const generated: GeneratedObject = {
  object: "1-server-management-api/server/endpoints",
  title: "Management API: endpoints and fields",
  document: 1,
  subject: "server",
  requirements: [
    {
      id: "api-endpoints.answer",
      says: "Below base_url, whose path ends in /v1, each endpoint answers a request that carries the account's credentials, and a JSON payload where it takes one (Content-Type application/json), with a status of success and JSON.",
      strength: "must",
      rows: ["1/what-the-service-does/p1","1/endpoints/p1","1/versioning/rule-1","1/endpoints/get","1/endpoints/post","1/endpoints/get-2","1/endpoints/post-2","1/endpoints/get-3"],
      cases: [
        { id: "api-endpoints.answer/answersJson/list-servers", body: () => laws.answersJson({"name":"list-servers","method":"GET","path":"/servers","answer":"list","resource":"server"}) },
        { id: "api-endpoints.answer/answersJson/create-server", body: () => laws.answersJson({"name":"create-server","method":"POST","path":"/servers","answer":"resource","resource":"server","payload":["name"]}) },
        { id: "api-endpoints.answer/answersJson/list-apps", body: () => laws.answersJson({"name":"list-apps","method":"GET","path":"/apps","answer":"list","resource":"app"}) },
        { id: "api-endpoints.answer/answersJson/create-app", body: () => laws.answersJson({"name":"create-app","method":"POST","path":"/apps","answer":"envelope","resource":"app","payload":["name","sysuserid","runtime","domains"]}) },
        { id: "api-endpoints.answer/answersJson/get-action", body: () => laws.answersJson({"name":"get-action","method":"GET","path":"/actions/{actionid}","answer":"status","resource":"action"}) },
      ],
    },
    {
      id: "api-endpoints.fields",
      says: "Every documented field is of its type and serves its purpose: credentials are what requests are accepted by, and other fields stand in the answers that create what they belong to.",
      strength: "must",
      rows: ["1/resources-and-their-fields/account-credentials","1/resources-and-their-fields/account-credentials-2","1/resources-and-their-fields/server","1/resources-and-their-fields/server-2","1/resources-and-their-fields/server-3","1/resources-and-their-fields/app","1/resources-and-their-fields/app-2","1/resources-and-their-fields/app-3","1/resources-and-their-fields/app-4","1/resources-and-their-fields/action","1/resources-and-their-fields/action-returning-response-envelope","1/resources-and-their-fields/action-returning-response-envelope-2"],
      cases: [
        { id: "api-endpoints.fields/servesField/account.client-id", body: () => laws.servesField({"name":"account.client-id","resource":"account","field":"Client ID","type":"string"}) },
        { id: "api-endpoints.fields/servesField/account.api-key", body: () => laws.servesField({"name":"account.api-key","resource":"account","field":"API Key","type":"string","secret":true}) },
        { id: "api-endpoints.fields/servesField/server.name", body: () => laws.servesField({"name":"server.name","resource":"server","field":"name","type":"string","required":true}) },
        { id: "api-endpoints.fields/servesField/server.server-id", body: () => laws.servesField({"name":"server.server-id","resource":"server","field":"server ID","type":"string","place":"serverId"}) },
        { id: "api-endpoints.fields/servesField/server.server-api-key", body: () => laws.servesField({"name":"server.server-api-key","resource":"server","field":"server API key","type":"string","secret":true,"place":"serverApiKey"}) },
        { id: "api-endpoints.fields/servesField/app.name", body: () => laws.servesField({"name":"app.name","resource":"app","field":"name","type":"string"}) },
        { id: "api-endpoints.fields/servesField/app.sysuserid", body: () => laws.servesField({"name":"app.sysuserid","resource":"app","field":"sysuserid","type":"string"}) },
        { id: "api-endpoints.fields/servesField/app.runtime", body: () => laws.servesField({"name":"app.runtime","resource":"app","field":"runtime","type":"string"}) },
        { id: "api-endpoints.fields/servesField/app.domains", body: () => laws.servesField({"name":"app.domains","resource":"app","field":"domains","type":"array of strings"}) },
        { id: "api-endpoints.fields/servesField/action.actionid", body: () => laws.servesField({"name":"action.actionid","resource":"action","field":"actionid","type":"string"}) },
        { id: "api-endpoints.fields/servesField/envelope.actionid", body: () => laws.servesField({"name":"envelope.actionid","resource":"envelope","field":"actionid","type":"string"}) },
        { id: "api-endpoints.fields/servesField/envelope.data", body: () => laws.servesField({"name":"envelope.data","resource":"envelope","field":"data","type":"object"}) },
      ],
    },
  ],
};
