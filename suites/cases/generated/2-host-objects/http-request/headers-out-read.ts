// Generated from spec/2-host-objects/http-request/headers-out-read.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/2-host-objects/http-request/headers-out-read.js';

export const generated: GeneratedObject = {
  object: "2-host-objects/http-request/headers-out-read",
  title: "Response headers as scripts read them",
  document: 2,
  subject: "runtime",
  requirements: [
    {
      id: "http-headers-out-read.name",
      says: "What was assigned to a header is read as headersOut.foo, headersOut['Foo'] and in any other case.",
      strength: "must",
      rows: ["2/http-request-object/r-headers-out"],
      cases: [
        { id: "http-headers-out-read.name/reads/as-assigned", body: () => laws.reads({"name":"as-assigned","set":[["X-Foo","bar"]],"read":["X-Foo"],"values":["bar"]}) },
        { id: "http-headers-out-read.name/reads/in-other-cases", body: () => laws.reads({"name":"in-other-cases","set":[["X-Foo","bar"]],"read":["x-foo","X-FOO","x-fOO"],"values":["bar","bar","bar"]}) },
        { id: "http-headers-out-read.name/reads/content-type", body: () => laws.reads({"name":"content-type","set":[["Content-Type","text/foo"]],"read":["content-type","Content-Type"],"values":["text/foo","text/foo"]}) },
        { id: "http-headers-out-read.name/reads/last-assigned", body: () => laws.reads({"name":"last-assigned","set":[["X-Foo","a"],["x-foo","b"]],"read":["X-Foo"],"values":["b"]}) },
        { id: "http-headers-out-read.name/reads/one-element", body: () => laws.reads({"name":"one-element","set":[["X-Foo",["a"]]],"read":["X-Foo"],"values":["a"]}) },
        { id: "http-headers-out-read.name/reads/two-headers", body: () => laws.reads({"name":"two-headers","set":[["X-Foo","a"],["X-Bar","b"]],"read":["X-Bar","X-Foo"],"values":["b","a"]}) },
        { id: "http-headers-out-read.name/reads/location", body: () => laws.reads({"name":"location","set":[["Location","/a"]],"read":["location"],"values":["/a"]}) },
        { id: "http-headers-out-read.name/readsInAnyCase", body: () => laws.readsInAnyCase({}) },
      ],
    },
    {
      id: "http-headers-out-read.cookies",
      says: "The values of Set-Cookie are read as an array, also when there is one alone.",
      strength: "must",
      rows: ["2/http-request-object/r-headers-out"],
      cases: [
        { id: "http-headers-out-read.cookies/reads/one", body: () => laws.reads({"name":"one","set":[["Set-Cookie","a=1"]],"read":["Set-Cookie"],"values":[["a=1"]]}) },
        { id: "http-headers-out-read.cookies/reads/one-element", body: () => laws.reads({"name":"one-element","set":[["Set-Cookie",["a=1"]]],"read":["set-cookie"],"values":[["a=1"]]}) },
        { id: "http-headers-out-read.cookies/reads/two", body: () => laws.reads({"name":"two","set":[["Set-Cookie",["a=1","b=2"]]],"read":["Set-Cookie","SET-COOKIE"],"values":[["a=1","b=2"],["a=1","b=2"]]}) },
        { id: "http-headers-out-read.cookies/reads/replaced", body: () => laws.reads({"name":"replaced","set":[["Set-Cookie",["a=1","b=2"]],["set-cookie","c=3"]],"read":["Set-Cookie"],"values":[["c=3"]]}) },
        { id: "http-headers-out-read.cookies/readsCookies", body: () => laws.readsCookies({}) },
      ],
    },
    {
      id: "http-headers-out-read.duplicates-ignored",
      says: "Of several values of a header in the list one alone is read.",
      strength: "must",
      rows: ["2/http-request-object/r-headers-out"],
      cases: [
        { id: "http-headers-out-read.duplicates-ignored/readsOne/age", body: () => laws.readsOne({"name":"age","header":"Age","values":["1","2"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/content-encoding", body: () => laws.readsOne({"name":"content-encoding","header":"Content-Encoding","values":["a","b"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/content-length", body: () => laws.readsOne({"name":"content-length","header":"Content-Length","values":["1","2"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/content-type", body: () => laws.readsOne({"name":"content-type","header":"Content-Type","values":["text/a","text/b"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/etag", body: () => laws.readsOne({"name":"etag","header":"ETag","values":["\"a\"","\"b\""]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/expires", body: () => laws.readsOne({"name":"expires","header":"Expires","values":["Mon, 01 Jan 2024 00:00:00 GMT","Tue, 02 Jan 2024 00:00:00 GMT"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/last-modified", body: () => laws.readsOne({"name":"last-modified","header":"Last-Modified","values":["Mon, 01 Jan 2024 00:00:00 GMT","Tue, 02 Jan 2024 00:00:00 GMT"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/location", body: () => laws.readsOne({"name":"location","header":"Location","values":["http://a.example/","http://b.example/"]}) },
        { id: "http-headers-out-read.duplicates-ignored/readsOne/retry-after", body: () => laws.readsOne({"name":"retry-after","header":"Retry-After","values":["1","2"]}) },
      ],
    },
    {
      id: "http-headers-out-read.joined",
      says: "Several values of any other header are read as one text, in their order, joined by `,`.",
      strength: "must",
      rows: ["2/http-request-object/r-headers-out"],
      cases: [
        { id: "http-headers-out-read.joined/readsJoined/cache-control", body: () => laws.readsJoined({"name":"cache-control","header":"Cache-Control"}) },
        { id: "http-headers-out-read.joined/readsJoined/link", body: () => laws.readsJoined({"name":"link","header":"Link"}) },
        { id: "http-headers-out-read.joined/readsJoined/vary", body: () => laws.readsJoined({"name":"vary","header":"Vary"}) },
        { id: "http-headers-out-read.joined/readsJoined/allow", body: () => laws.readsJoined({"name":"allow","header":"Allow"}) },
        { id: "http-headers-out-read.joined/readsJoined/www-authenticate", body: () => laws.readsJoined({"name":"www-authenticate","header":"WWW-Authenticate"}) },
        { id: "http-headers-out-read.joined/readsJoined/via", body: () => laws.readsJoined({"name":"via","header":"Via"}) },
        { id: "http-headers-out-read.joined/readsJoined/content-language", body: () => laws.readsJoined({"name":"content-language","header":"Content-Language"}) },
        { id: "http-headers-out-read.joined/readsJoined/accept-ranges", body: () => laws.readsJoined({"name":"accept-ranges","header":"Accept-Ranges"}) },
        { id: "http-headers-out-read.joined/readsJoined/unknown", body: () => laws.readsJoined({"name":"unknown","header":"X-Foo"}) },
        { id: "http-headers-out-read.joined/readsJoined", body: () => laws.readsJoined({}) },
      ],
    },
    {
      id: "http-headers-out-read.joined-end",
      says: "The comma stands between the values that are joined, and nothing follows the last of them.",
      strength: "must",
      rows: ["2/http-request-object/r-headers-out"],
      cases: [
        { id: "http-headers-out-read.joined-end/readsNoMore/cache-control", body: () => laws.readsNoMore({"name":"cache-control","header":"Cache-Control","values":["no-cache","no-store"]}) },
        { id: "http-headers-out-read.joined-end/readsNoMore/link", body: () => laws.readsNoMore({"name":"link","header":"Link","values":["</a>","</b>","</c>"]}) },
        { id: "http-headers-out-read.joined-end/readsNoMore/unknown", body: () => laws.readsNoMore({"name":"unknown","header":"X-Foo","values":["a","b"]}) },
      ],
    },
    {
      id: "http-headers-out-read.raw",
      says: "r.rawHeadersOut holds a [name, value] pair for each line of the response header, names in the case in which they were assigned.",
      strength: "must",
      rows: ["2/http-request-object/r-raw-headers-out","2/versioning/0-4-1"],
      cases: [
        { id: "http-headers-out-read.raw/raw/none", since: "0.4.1", body: () => laws.raw({"name":"none","set":[],"pairs":[]}) },
        { id: "http-headers-out-read.raw/raw/mixed-case", since: "0.4.1", body: () => laws.raw({"name":"mixed-case","set":[["X-fOO-Bar","a"]],"pairs":[["X-fOO-Bar","a"]]}) },
        { id: "http-headers-out-read.raw/raw/lower-case", since: "0.4.1", body: () => laws.raw({"name":"lower-case","set":[["x-foo","a"]],"pairs":[["x-foo","a"]]}) },
        { id: "http-headers-out-read.raw/raw/array", since: "0.4.1", body: () => laws.raw({"name":"array","set":[["X-Foo",["b","a","b"]]],"pairs":[["X-Foo","b"],["X-Foo","a"],["X-Foo","b"]]}) },
        { id: "http-headers-out-read.raw/raw/two-headers", since: "0.4.1", body: () => laws.raw({"name":"two-headers","set":[["X-Foo",["a","b"]],["X-Bar","c"]],"pairs":[["X-Foo","a"],["X-Foo","b"],["X-Bar","c"]]}) },
        { id: "http-headers-out-read.raw/raw/replaced", since: "0.4.1", body: () => laws.raw({"name":"replaced","set":[["X-Foo",["a","b"]],["X-Foo","c"]],"pairs":[["X-Foo","c"]]}) },
        { id: "http-headers-out-read.raw/raw/removed", since: "0.4.1", body: () => laws.raw({"name":"removed","set":[["X-Foo",["a","b"]],["X-Bar","c"],["X-Foo",[]]],"pairs":[["X-Bar","c"]]}) },
        { id: "http-headers-out-read.raw/rawAny", since: "0.4.1", body: () => laws.rawAny({}) },
      ],
    },
  ],
};
