// Generated from spec/1-server-management-api/server/servers.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/1-server-management-api/server/servers.js';

export const generated: GeneratedObject = {
  object: "1-server-management-api/server/servers",
  title: "Management API: servers",
  document: 1,
  subject: "server",
  requirements: [
    {
      id: "api-servers.listed",
      says: "Each server created by POST {base_url}/servers stands once in GET {base_url}/servers, with its name.",
      strength: "must",
      rows: ["1/endpoints/get","1/endpoints/post","1/what-the-service-does/p1"],
      cases: [
        { id: "api-servers.listed/listsCreated", body: () => laws.listsCreated({}) },
      ],
    },
    {
      id: "api-servers.pair",
      says: "POST {base_url}/servers gives both a server ID and its API key: two texts, not empty, neither being the other or the name.",
      strength: "must",
      rows: ["1/endpoints/post","1/what-the-service-does/rule-3","1/resources-and-their-fields/server-2","1/resources-and-their-fields/server-3","1/authentication/rule-4"],
      cases: [
        { id: "api-servers.pair/givesPair", body: () => laws.givesPair({}) },
      ],
    },
    {
      id: "api-servers.pair.own",
      says: "No server shares its server ID or its server API key with another.",
      strength: "must",
      rows: ["1/endpoints/post","1/resources-and-their-fields/server-2","1/resources-and-their-fields/server-3"],
      cases: [
        { id: "api-servers.pair.own/givesOwnPairs/other-names", body: () => laws.givesOwnPairs({"name":"other-names","sameName":false}) },
      ],
    },
    {
      id: "api-servers.pair.own.same-name",
      says: "Whether a second server of the same name is created, with a pair of its own, is left open; it is recorded.",
      strength: "open",
      rows: ["1/endpoints/post"],
      cases: [
        { id: "api-servers.pair.own.same-name/givesOwnPairs/same-name", body: () => laws.givesOwnPairs({"name":"same-name","sameName":true}) },
      ],
    },
    {
      id: "api-servers.key-once",
      says: "The server API key is given when the server is created, and GET {base_url}/servers does not show it again.",
      strength: "must",
      rows: ["1/resources-and-their-fields/server-3","1/endpoints/get"],
      cases: [
        { id: "api-servers.key-once/listsNoKeys", body: () => laws.listsNoKeys({}) },
      ],
    },
    {
      id: "api-servers.name",
      says: "A name made of letters, digits and hyphens is kept as it was sent, in the answer and in the list.",
      strength: "must",
      rows: ["1/resources-and-their-fields/server","1/endpoints/post"],
      cases: [
        { id: "api-servers.name/keepsName/one-letter", body: () => laws.keepsName({"name":"one-letter","label":"a"}) },
        { id: "api-servers.name/keepsName/upper-case", body: () => laws.keepsName({"name":"upper-case","label":"ABC"}) },
        { id: "api-servers.name/keepsName/both-cases", body: () => laws.keepsName({"name":"both-cases","label":"aBcD"}) },
        { id: "api-servers.name/keepsName/digits", body: () => laws.keepsName({"name":"digits","label":"0123456789"}) },
        { id: "api-servers.name/keepsName/hyphens", body: () => laws.keepsName({"name":"hyphens","label":"a-b-c"}) },
        { id: "api-servers.name/keepsName/two-hyphens", body: () => laws.keepsName({"name":"two-hyphens","label":"a--b"}) },
        { id: "api-servers.name/keepsName/forty", body: () => laws.keepsName({"name":"forty","label":"abcdefghijklmnopqrstuvwxyz0123456789abcd"}) },
        { id: "api-servers.name/keepsAnyName", body: () => laws.keepsAnyName({}) },
      ],
    },
    {
      id: "api-servers.name.required",
      says: "A server without a name, or with one that is no string, is refused and not created.",
      strength: "must",
      rows: ["1/resources-and-their-fields/server","1/endpoints/post"],
      cases: [
        { id: "api-servers.name.required/requiresName/absent", body: () => laws.requiresName({"name":"absent","given":{}}) },
        { id: "api-servers.name.required/requiresName/null", body: () => laws.requiresName({"name":"null","given":{"name":null}}) },
        { id: "api-servers.name.required/requiresName/number", body: () => laws.requiresName({"name":"number","given":{"name":5}}) },
        { id: "api-servers.name.required/requiresName/boolean", body: () => laws.requiresName({"name":"boolean","given":{"name":true}}) },
        { id: "api-servers.name.required/requiresName/array", body: () => laws.requiresName({"name":"array","given":{"name":["NAME"]}}) },
        { id: "api-servers.name.required/requiresName/object", body: () => laws.requiresName({"name":"object","given":{"name":{"name":"NAME"}}}) },
        { id: "api-servers.name.required/requiresName/other-member", body: () => laws.requiresName({"name":"other-member","given":{"title":"NAME"}}) },
        { id: "api-servers.name.required/requiresName/other-case", body: () => laws.requiresName({"name":"other-case","given":{"Name":"NAME"}}) },
        { id: "api-servers.name.required/requiresName/nested", body: () => laws.requiresName({"name":"nested","given":{"server":{"name":"NAME"}}}) },
      ],
    },
    {
      id: "api-servers.name.odd",
      says: "Which other names are taken, and whether they are kept, is left open; it is recorded.",
      strength: "open",
      rows: ["1/resources-and-their-fields/server","1/resources-and-their-fields/p1"],
      cases: [
        { id: "api-servers.name.odd/takesOddName/empty", body: () => laws.takesOddName({"name":"empty","sent":""}) },
        { id: "api-servers.name.odd/takesOddName/space", body: () => laws.takesOddName({"name":"space","sent":"NAME b"}) },
        { id: "api-servers.name.odd/takesOddName/space-around", body: () => laws.takesOddName({"name":"space-around","sent":" NAME "}) },
        { id: "api-servers.name.odd/takesOddName/tab", body: () => laws.takesOddName({"name":"tab","sent":"NAME\tb"}) },
        { id: "api-servers.name.odd/takesOddName/newline", body: () => laws.takesOddName({"name":"newline","sent":"NAME\nb"}) },
        { id: "api-servers.name.odd/takesOddName/nul", body: () => laws.takesOddName({"name":"nul","sent":"NAME\u0000b"}) },
        { id: "api-servers.name.odd/takesOddName/quotes", body: () => laws.takesOddName({"name":"quotes","sent":"NAME\"'\\b"}) },
        { id: "api-servers.name.odd/takesOddName/markup", body: () => laws.takesOddName({"name":"markup","sent":"NAME<b>&amp;</b>"}) },
        { id: "api-servers.name.odd/takesOddName/slashes", body: () => laws.takesOddName({"name":"slashes","sent":"NAME/../b"}) },
        { id: "api-servers.name.odd/takesOddName/latin", body: () => laws.takesOddName({"name":"latin","sent":"NAMEäß"}) },
        { id: "api-servers.name.odd/takesOddName/combining", body: () => laws.takesOddName({"name":"combining","sent":"NAMEé"}) },
        { id: "api-servers.name.odd/takesOddName/astral", body: () => laws.takesOddName({"name":"astral","sent":"NAME😀"}) },
        { id: "api-servers.name.odd/takesOddName/right-to-left", body: () => laws.takesOddName({"name":"right-to-left","sent":"NAMEשלום"}) },
        { id: "api-servers.name.odd/takesLongName/chars-64", body: () => laws.takesLongName({"name":"chars-64","length":64}) },
        { id: "api-servers.name.odd/takesLongName/chars-255", body: () => laws.takesLongName({"name":"chars-255","length":255}) },
        { id: "api-servers.name.odd/takesLongName/chars-256", body: () => laws.takesLongName({"name":"chars-256","length":256}) },
        { id: "api-servers.name.odd/takesLongName/chars-10000", body: () => laws.takesLongName({"name":"chars-10000","length":10000}) },
      ],
    },
    {
      id: "api-servers.members",
      says: "What becomes of members that no field is known for is left open; whether the server is created is recorded.",
      strength: "open",
      rows: ["1/resources-and-their-fields/p1"],
      cases: [
        { id: "api-servers.members/takesMembers/string", body: () => laws.takesMembers({"name":"string","members":{"note":"b"}}) },
        { id: "api-servers.members/takesMembers/object", body: () => laws.takesMembers({"name":"object","members":{"options":{"a":[1,null]}}}) },
        { id: "api-servers.members/takesMembers/id", body: () => laws.takesMembers({"name":"id","members":{"id":"b"}}) },
        { id: "api-servers.members/takesMembers/key", body: () => laws.takesMembers({"name":"key","members":{"apikey":"b"}}) },
      ],
    },
    {
      id: "api-servers.shape",
      says: "The shapes of the answers about servers are left open; they are recorded.",
      strength: "open",
      rows: ["1/endpoints/p3","1/resources-and-their-fields/p1"],
      cases: [
        { id: "api-servers.shape/recordsShape/created", body: () => laws.recordsShape({"name":"created","of":"created"}) },
        { id: "api-servers.shape/recordsShape/listed", body: () => laws.recordsShape({"name":"listed","of":"listed"}) },
      ],
    },
  ],
};
