// Generated from spec/requirements/base64.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../harness/case.js';
import * as laws from '../../laws/base64.js';

export const generated: GeneratedObject = {
  object: "base64",
  title: "Base64 functions",
  document: 3,
  requirements: [
    {
      id: "base64.exist",
      says: "The functions atob and btoa are global.",
      strength: "must",
      rows: ["3/timers-and-base64-functions/atob","3/timers-and-base64-functions/btoa"],
      cases: [
        { id: "base64.exist/present/atob", body: () => laws.present({"path":"atob"}) },
        { id: "base64.exist/present/btoa", body: () => laws.present({"path":"btoa"}) },
      ],
    },
    {
      id: "base64.atob.decodes",
      says: "From Base64 text (encodedData) atob makes the string whose characters are the bytes it stands for.",
      strength: "must",
      rows: ["3/timers-and-base64-functions/atob"],
      cases: [
        { id: "base64.atob.decodes/decodes/empty", body: () => laws.decodes({"name":"empty","text":"","encoded":""}) },
        { id: "base64.atob.decodes/decodes/f", body: () => laws.decodes({"name":"f","text":"f","encoded":"Zg=="}) },
        { id: "base64.atob.decodes/decodes/fo", body: () => laws.decodes({"name":"fo","text":"fo","encoded":"Zm8="}) },
        { id: "base64.atob.decodes/decodes/foo", body: () => laws.decodes({"name":"foo","text":"foo","encoded":"Zm9v"}) },
        { id: "base64.atob.decodes/decodes/foob", body: () => laws.decodes({"name":"foob","text":"foob","encoded":"Zm9vYg=="}) },
        { id: "base64.atob.decodes/decodes/fooba", body: () => laws.decodes({"name":"fooba","text":"fooba","encoded":"Zm9vYmE="}) },
        { id: "base64.atob.decodes/decodes/foobar", body: () => laws.decodes({"name":"foobar","text":"foobar","encoded":"Zm9vYmFy"}) },
        { id: "base64.atob.decodes/decodes/high-bytes", body: () => laws.decodes({"name":"high-bytes","text":"ÿþý\u0000","encoded":"//79AIA="}) },
        { id: "base64.atob.decodes/decodes/last-digits", body: () => laws.decodes({"name":"last-digits","text":"ûï¾ÿ","encoded":"++++/w=="}) },
        { id: "base64.atob.decodes/decodesAny", body: () => laws.decodesAny({}) },
      ],
    },
    {
      id: "base64.btoa.encodes",
      says: "From a string of characters up to U+00FF (stringToEncode) btoa makes padded Base64 text in the standard alphabet.",
      strength: "must",
      rows: ["3/timers-and-base64-functions/btoa"],
      cases: [
        { id: "base64.btoa.encodes/encodes/empty", body: () => laws.encodes({"name":"empty","text":"","encoded":""}) },
        { id: "base64.btoa.encodes/encodes/f", body: () => laws.encodes({"name":"f","text":"f","encoded":"Zg=="}) },
        { id: "base64.btoa.encodes/encodes/fo", body: () => laws.encodes({"name":"fo","text":"fo","encoded":"Zm8="}) },
        { id: "base64.btoa.encodes/encodes/foo", body: () => laws.encodes({"name":"foo","text":"foo","encoded":"Zm9v"}) },
        { id: "base64.btoa.encodes/encodes/foob", body: () => laws.encodes({"name":"foob","text":"foob","encoded":"Zm9vYg=="}) },
        { id: "base64.btoa.encodes/encodes/fooba", body: () => laws.encodes({"name":"fooba","text":"fooba","encoded":"Zm9vYmE="}) },
        { id: "base64.btoa.encodes/encodes/foobar", body: () => laws.encodes({"name":"foobar","text":"foobar","encoded":"Zm9vYmFy"}) },
        { id: "base64.btoa.encodes/encodes/high-bytes", body: () => laws.encodes({"name":"high-bytes","text":"ÿþý\u0000","encoded":"//79AIA="}) },
        { id: "base64.btoa.encodes/encodes/last-digits", body: () => laws.encodes({"name":"last-digits","text":"ûï¾ÿ","encoded":"++++/w=="}) },
        { id: "base64.btoa.encodes/encodesAny", body: () => laws.encodesAny({}) },
      ],
    },
    {
      id: "base64.btoa.beyond-bytes",
      says: "A character above U+00FF is no byte, so btoa throws.",
      strength: "must",
      rows: ["3/timers-and-base64-functions/btoa"],
      cases: [
        { id: "base64.btoa.beyond-bytes/refusesToEncode", body: () => laws.refusesToEncode({}) },
      ],
    },
    {
      id: "base64.atob.malformed",
      says: "What atob does with text that is not Base64 is left open; it is recorded.",
      strength: "open",
      rows: ["3/timers-and-base64-functions/atob"],
      cases: [
        { id: "base64.atob.malformed/refusesToDecode/lone-digit", body: () => laws.refusesToDecode({"name":"lone-digit","encoded":"Z"}) },
        { id: "base64.atob.malformed/refusesToDecode/foreign-character", body: () => laws.refusesToDecode({"name":"foreign-character","encoded":"Zm9*"}) },
      ],
    },
  ],
};
