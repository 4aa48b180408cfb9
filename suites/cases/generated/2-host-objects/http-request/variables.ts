// Generated from spec/2-host-objects/http-request/variables.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/2-host-objects/http-request/variables.js';

export const generated: GeneratedObject = {
  object: "2-host-objects/http-request/variables",
  title: "Host variables of requests",
  document: 2,
  subject: "runtime",
  requirements: [
    {
      id: "http-variables.read",
      says: "A host variable is read as r.variables.foo or r.variables['foo'], as text.",
      strength: "must",
      rows: ["2/http-request-object/r-variables"],
      cases: [
        { id: "http-variables.read/hasValue/declared", body: () => laws.hasValue({"name":"declared","variable":"spec_text","value":"initial"}) },
        { id: "http-variables.read/hasValue/declared-without-value", body: () => laws.hasValue({"name":"declared-without-value","variable":"spec_empty","value":""}) },
        { id: "http-variables.read/hasValue/set", body: () => laws.hasValue({"name":"set","variable":"spec_set","value":"from-set"}) },
        { id: "http-variables.read/hasValue/computed", body: () => laws.hasValue({"name":"computed","variable":"spec_seen","value":"<initial>"}) },
        { id: "http-variables.read/hasValue/header", body: () => laws.hasValue({"name":"header","variable":"http_foo","value":"bar"}) },
        { id: "http-variables.read/hasValue/argument", body: () => laws.hasValue({"name":"argument","variable":"arg_foo","value":"%41","query":"?foo=%41"}) },
        { id: "http-variables.read/hasValue/query", body: () => laws.hasValue({"name":"query","variable":"args","value":"a=%41&b","query":"?a=%41&b"}) },
        { id: "http-variables.read/hasNames", body: () => laws.hasNames({}) },
      ],
    },
    {
      id: "http-variables.raw",
      says: "r.rawVariables gives a host variable as a Buffer of its bytes.",
      strength: "must",
      rows: ["2/http-request-object/r-raw-variables","2/versioning/0-5-0"],
      cases: [
        { id: "http-variables.raw/hasHeaderBytes", since: "0.5.0", body: () => laws.hasHeaderBytes({}) },
      ],
    },
    {
      id: "http-variables.writable",
      says: "Scripts can assign variables that the configuration refers to, among them those of set directives.",
      strength: "must",
      rows: ["2/http-request-object/r-variables","2/http-request-object/rule-3","2/versioning/0-2-8"],
      cases: [
        { id: "http-variables.writable/takesValue/set", since: "0.2.8", body: () => laws.takesValue({"name":"set","variable":"spec_set","value":"assigned"}) },
        { id: "http-variables.writable/takesValue/empty", since: "0.2.8", body: () => laws.takesValue({"name":"empty","variable":"spec_set","value":""}) },
        { id: "http-variables.writable/takesValue/characters", since: "0.2.8", body: () => laws.takesValue({"name":"characters","variable":"spec_set","value":"é€😀"}) },
        { id: "http-variables.writable/takesValue/long", since: "0.2.8", body: () => laws.takesValue({"name":"long","variable":"spec_set","value":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}) },
        { id: "http-variables.writable/takesValue/referenced", since: "0.2.8", body: () => laws.takesValue({"name":"referenced","variable":"spec_kept","value":"assigned"}) },
        { id: "http-variables.writable/endsWithRequest", since: "0.2.8", body: () => laws.endsWithRequest({}) },
      ],
    },
    {
      id: "http-variables.raw-writable",
      says: "Through r.rawVariables scripts can assign the same variables, byte by byte.",
      strength: "must",
      rows: ["2/http-request-object/r-raw-variables","2/http-request-object/rule-3","2/versioning/0-5-0"],
      cases: [
        { id: "http-variables.raw-writable/takesValue/set", since: "0.5.0", body: () => laws.takesValue({"raw":true,"name":"set","variable":"spec_set","value":"assigned"}) },
        { id: "http-variables.raw-writable/takesValue/empty", since: "0.5.0", body: () => laws.takesValue({"raw":true,"name":"empty","variable":"spec_set","value":""}) },
        { id: "http-variables.raw-writable/takesValue/characters", since: "0.5.0", body: () => laws.takesValue({"raw":true,"name":"characters","variable":"spec_set","value":"é€😀"}) },
        { id: "http-variables.raw-writable/takesValue/referenced", since: "0.5.0", body: () => laws.takesValue({"raw":true,"name":"referenced","variable":"spec_kept","value":"assigned"}) },
      ],
    },
    {
      id: "http-variables.declared-writable",
      says: "A variable declared with js_var can be assigned, text and bytes, and is seen changed by all who read it.",
      strength: "must",
      rows: ["2/http-request-object/rule-3","2/versioning/0-5-3"],
      cases: [
        { id: "http-variables.declared-writable/takesText", since: "0.5.3", body: () => laws.takesText({}) },
        { id: "http-variables.declared-writable/takesBytes", since: "0.5.3", body: () => laws.takesBytes({}) },
        { id: "http-variables.declared-writable/takesBytesOfText", since: "0.5.3", body: () => laws.takesBytesOfText({}) },
        { id: "http-variables.declared-writable/takesValue/with-value", since: "0.5.3", body: () => laws.takesValue({"name":"with-value","variable":"spec_text","value":"assigned"}) },
        { id: "http-variables.declared-writable/takesValue/without-value", since: "0.5.3", body: () => laws.takesValue({"name":"without-value","variable":"spec_empty","value":"assigned"}) },
        { id: "http-variables.declared-writable/takesValue/raw", since: "0.5.3", body: () => laws.takesValue({"name":"raw","variable":"spec_text","value":"assigned","raw":true}) },
        { id: "http-variables.declared-writable/takesValue/zero-character", since: "0.5.3", body: () => laws.takesValue({"name":"zero-character","variable":"spec_text","value":"a\u0000b"}) },
        { id: "http-variables.declared-writable/takesValue/raw-zero-byte", since: "0.5.3", body: () => laws.takesValue({"name":"raw-zero-byte","variable":"spec_text","value":"a\u0000b","raw":true}) },
      ],
    },
    {
      id: "http-variables.not-writable",
      says: "Variables that are not referenced, and embedded ones such as $http_NAME, keep their value whatever scripts assign.",
      strength: "must",
      rows: ["2/http-request-object/rule-3"],
      cases: [
        { id: "http-variables.not-writable/keepsValue/header", body: () => laws.keepsValue({"name":"header","variable":"http_foo","value":"bar"}) },
        { id: "http-variables.not-writable/keepsValue/referenced-header", body: () => laws.keepsValue({"name":"referenced-header","variable":"http_referenced","value":"baz"}) },
        { id: "http-variables.not-writable/keepsValue/absent-header", body: () => laws.keepsValue({"name":"absent-header","variable":"http_absent"}) },
        { id: "http-variables.not-writable/keepsValue/unreferenced", body: () => laws.keepsValue({"name":"unreferenced","variable":"spec_fresh"}) },
        { id: "http-variables.not-writable/keepsValue/embedded-unreferenced", body: () => laws.keepsValue({"name":"embedded-unreferenced","variable":"request_method","value":"GET"}) },
        { id: "http-variables.not-writable/keepsValue/unknown", body: () => laws.keepsValue({"name":"unknown","variable":"spec_unknown"}) },
      ],
    },
    {
      id: "http-variables.uncacheable",
      says: "A variable that the configuration does not refer to, for example $request_id, is computed anew for each read.",
      strength: "must",
      rows: ["2/http-request-object/rule-4"],
      cases: [
        { id: "http-variables.uncacheable/changesWithReads/request-id", body: () => laws.changesWithReads({"name":"request-id","variable":"request_id"}) },
        { id: "http-variables.uncacheable/changesWithReads/computed", body: () => laws.changesWithReads({"name":"computed","variable":"spec_fresh"}) },
      ],
    },
    {
      id: "http-variables.cacheable",
      says: "A variable that the configuration refers to may keep its value from read to read; it is recorded.",
      strength: "open",
      rows: ["2/http-request-object/rule-4"],
      cases: [
        { id: "http-variables.cacheable/staysWithReads/computed", body: () => laws.staysWithReads({"name":"computed","variable":"spec_kept"}) },
      ],
    },
    {
      id: "http-variables.captures",
      says: "What the parts of a location's regular expression match is read as r.variables['1'] or r.variables[1], and so on.",
      strength: "must",
      rows: ["2/http-request-object/r-variables","2/versioning/0-8-6"],
      cases: [
        { id: "http-variables.captures/hasCaptures/three", since: "0.8.6", body: () => laws.hasCaptures({"name":"three","path":"/a/x/b","captures":["a","x","b"]}) },
        { id: "http-variables.captures/hasCaptures/merged-slashes", since: "0.8.6", body: () => laws.hasCaptures({"name":"merged-slashes","path":"/a//x/","captures":["a","x",""]}) },
        { id: "http-variables.captures/hasCaptures/decoded", since: "0.8.6", body: () => laws.hasCaptures({"name":"decoded","path":"/%61%20b/x/%C3%A9","captures":["a b","x","é"]}) },
        { id: "http-variables.captures/hasCaptures/longer", since: "0.8.6", body: () => laws.hasCaptures({"name":"longer","path":"/abc/xxx/d/e/f","captures":["abc","xxx","d/e/f"]}) },
        { id: "http-variables.captures/hasCaptures/nothing-behind", since: "0.8.6", body: () => laws.hasCaptures({"name":"nothing-behind","path":"/a/x/","captures":["a","x",""]}) },
        { id: "http-variables.captures/hasCaptures/numbers", since: "0.8.6", body: () => laws.hasCaptures({"name":"numbers","path":"/007/x/42","captures":["007","x","42"]}) },
        { id: "http-variables.captures/hasAnyCaptures", since: "0.8.6", body: () => laws.hasAnyCaptures({}) },
        { id: "http-variables.captures/hasCapturedBytes", since: "0.8.6", body: () => laws.hasCapturedBytes({}) },
      ],
    },
    {
      id: "http-variables.no-captures",
      says: "Before 0.8.6 scripts find no captures in r.variables.",
      strength: "must",
      rows: ["2/http-request-object/r-variables","2/versioning/0-8-6"],
      cases: [
        { id: "http-variables.no-captures/hasNoCaptures", until: "0.8.6", body: () => laws.hasNoCaptures({}) },
      ],
    },
  ],
};
