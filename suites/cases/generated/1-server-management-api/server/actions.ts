// Generated from spec/1-server-management-api/server/actions.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/1-server-management-api/server/actions.js';

export const generated: GeneratedObject = {
  object: "1-server-management-api/server/actions",
  title: "Management API: actions",
  document: 1,
  subject: "server",
  requirements: [
    {
      id: "api-actions.known",
      says: "The actionid that the creation of an app gives is what {base_url}/actions/* can be asked for, as often as one likes, without another answer being in the way.",
      strength: "must",
      rows: ["1/endpoints/get-3","1/endpoints/p2","1/endpoints/rule-1","1/what-the-service-does/rule-2","1/resources-and-their-fields/action","1/resources-and-their-fields/action-returning-response-envelope"],
      cases: [
        { id: "api-actions.known/answersAgain", body: () => laws.answersAgain({}) },
        { id: "api-actions.known/answersInAnyOrder", body: () => laws.answersInAnyOrder({}) },
      ],
    },
    {
      id: "api-actions.own",
      says: "Every app that is created (name, sysuserid, runtime, domains) gets an actionid of its own beside data, even where the payloads are of one system user, one runtime and one moment.",
      strength: "must",
      rows: ["1/resources-and-their-fields/action","1/endpoints/post-2"],
      cases: [
        { id: "api-actions.own/givesOwnActions", body: () => laws.givesOwnActions({}) },
      ],
    },
    {
      id: "api-actions.app",
      says: "An app that an actionid was given for gets to be in the list, and its action is known before and after.",
      strength: "must",
      rows: ["1/what-the-service-does/rule-2"],
      cases: [
        { id: "api-actions.app/leadsToApp", body: () => laws.leadsToApp({}) },
      ],
    },
    {
      id: "api-actions.states",
      says: "Which states an action has, and how it gets from one to another, is left open; the first and the last are recorded.",
      strength: "open",
      rows: ["1/states-and-transitions/p1","1/endpoints/get-3","1/what-the-service-does/rule-2"],
      cases: [
        { id: "api-actions.states/recordsStates", body: () => laws.recordsStates({}) },
      ],
    },
    {
      id: "api-actions.shape",
      says: "The shape of the answer about an action is left open; it is recorded.",
      strength: "open",
      rows: ["1/endpoints/p3","1/resources-and-their-fields/p1"],
      cases: [
        { id: "api-actions.shape/recordsShape", body: () => laws.recordsShape({}) },
      ],
    },
    {
      id: "api-actions.unknown",
      says: "What is answered about an actionid that no request has returned is left open; it is recorded.",
      strength: "open",
      rows: ["1/errors/p1","1/endpoints/rule-1"],
      cases: [
        { id: "api-actions.unknown/answersUnknown/other", body: () => laws.answersUnknown({"name":"other","id":"unknown"}) },
        { id: "api-actions.unknown/answersUnknown/none", body: () => laws.answersUnknown({"name":"none","id":""}) },
        { id: "api-actions.unknown/answersUnknown/digits", body: () => laws.answersUnknown({"name":"digits","id":"1"}) },
        { id: "api-actions.unknown/answersUnknown/long", body: () => laws.answersUnknown({"name":"long","id":{"$repeat":["a",2000]}}) },
        { id: "api-actions.unknown/answersUnknown/dots", body: () => laws.answersUnknown({"name":"dots","id":".."}) },
        { id: "api-actions.unknown/answersUnknown/dots-to-servers", body: () => laws.answersUnknown({"name":"dots-to-servers","id":"../servers"}) },
        { id: "api-actions.unknown/answersUnknown/slash", body: () => laws.answersUnknown({"name":"slash","id":"a/b"}) },
        { id: "api-actions.unknown/answersUnknown/encoded-slash", body: () => laws.answersUnknown({"name":"encoded-slash","id":"a%2Fb"}) },
        { id: "api-actions.unknown/answersUnknown/encoded-nul", body: () => laws.answersUnknown({"name":"encoded-nul","id":"a%00b"}) },
        { id: "api-actions.unknown/answersUnknown/encoded-line", body: () => laws.answersUnknown({"name":"encoded-line","id":"a%0D%0Ab"}) },
        { id: "api-actions.unknown/answersUnknown/no-encoding", body: () => laws.answersUnknown({"name":"no-encoding","id":"%zz"}) },
        { id: "api-actions.unknown/answersUnknown/quote", body: () => laws.answersUnknown({"name":"quote","id":"'"}) },
        { id: "api-actions.unknown/answersUnknown/query", body: () => laws.answersUnknown({"name":"query","id":"?id=a"}) },
        { id: "api-actions.unknown/answersNear/one-more", body: () => laws.answersNear({"name":"one-more","edit":"longer"}) },
        { id: "api-actions.unknown/answersNear/cut-by-one", body: () => laws.answersNear({"name":"cut-by-one","edit":"shorter"}) },
        { id: "api-actions.unknown/answersNear/slash-at-the-end", body: () => laws.answersNear({"name":"slash-at-the-end","edit":"slash"}) },
        { id: "api-actions.unknown/answersNear/query-at-the-end", body: () => laws.answersNear({"name":"query-at-the-end","edit":"query"}) },
      ],
    },
  ],
};
