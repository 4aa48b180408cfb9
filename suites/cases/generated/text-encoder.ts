// Generated from spec/requirements/text-encoder.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../harness/case.js';
import * as laws from '../../laws/text-encoder.js';

export const generated: GeneratedObject = {
  object: "text-encoder",
  title: "TextEncoder",
  document: 3,
  requirements: [
    {
      id: "text-encoder.exist",
      says: "TextEncoder is there since 0.4.3, with the methods encode and encodeInto.",
      strength: "must",
      rows: ["3/text-encoder/text-encoder","3/text-encoder/encode","3/text-encoder/encode-into","3/versioning/0-4-3"],
      cases: [
        { id: "text-encoder.exist/present/TextEncoder", since: "0.4.3", body: () => laws.present({"path":"TextEncoder"}) },
        { id: "text-encoder.exist/absent-before/TextEncoder", until: "0.4.3", body: () => laws.absent({"path":"TextEncoder"}) },
        { id: "text-encoder.exist/present/TextEncoder.prototype.encode", since: "0.4.3", body: () => laws.present({"path":"TextEncoder.prototype.encode"}) },
        { id: "text-encoder.exist/absent-before/TextEncoder.prototype.encode", until: "0.4.3", body: () => laws.absent({"path":"TextEncoder.prototype.encode"}) },
        { id: "text-encoder.exist/present/TextEncoder.prototype.encodeInto", since: "0.4.3", body: () => laws.present({"path":"TextEncoder.prototype.encodeInto"}) },
        { id: "text-encoder.exist/absent-before/TextEncoder.prototype.encodeInto", until: "0.4.3", body: () => laws.absent({"path":"TextEncoder.prototype.encodeInto"}) },
      ],
    },
    {
      id: "text-encoder.encode",
      says: "encode gives the UTF-8 of a string, as a Uint8Array.",
      strength: "must",
      rows: ["3/text-encoder/encode","3/text-encoder/text-encoder"],
      cases: [
        { id: "text-encoder.encode/encodes/nothing", body: () => laws.encodes({"name":"nothing","text":"","bytes":""}) },
        { id: "text-encoder.encode/encodes/ascii", body: () => laws.encodes({"name":"ascii","text":"abc","bytes":"616263"}) },
        { id: "text-encoder.encode/encodes/u0000", body: () => laws.encodes({"name":"u0000","text":"\u0000","bytes":"00"}) },
        { id: "text-encoder.encode/encodes/u007f", body: () => laws.encodes({"name":"u007f","text":"","bytes":"7f"}) },
        { id: "text-encoder.encode/encodes/u0080", body: () => laws.encodes({"name":"u0080","text":"","bytes":"c280"}) },
        { id: "text-encoder.encode/encodes/u00ff", body: () => laws.encodes({"name":"u00ff","text":"ÿ","bytes":"c3bf"}) },
        { id: "text-encoder.encode/encodes/u07ff", body: () => laws.encodes({"name":"u07ff","text":"߿","bytes":"dfbf"}) },
        { id: "text-encoder.encode/encodes/u0800", body: () => laws.encodes({"name":"u0800","text":"ࠀ","bytes":"e0a080"}) },
        { id: "text-encoder.encode/encodes/ud7ff", body: () => laws.encodes({"name":"ud7ff","text":"퟿","bytes":"ed9fbf"}) },
        { id: "text-encoder.encode/encodes/ue000", body: () => laws.encodes({"name":"ue000","text":"","bytes":"ee8080"}) },
        { id: "text-encoder.encode/encodes/ufeff", body: () => laws.encodes({"name":"ufeff","text":"﻿","bytes":"efbbbf"}) },
        { id: "text-encoder.encode/encodes/uffff", body: () => laws.encodes({"name":"uffff","text":"￿","bytes":"efbfbf"}) },
        { id: "text-encoder.encode/encodes/u10000", body: () => laws.encodes({"name":"u10000","text":"𐀀","bytes":"f0908080"}) },
        { id: "text-encoder.encode/encodes/u10ffff", body: () => laws.encodes({"name":"u10ffff","text":"􏿿","bytes":"f48fbfbf"}) },
        { id: "text-encoder.encode/encodes/all-lengths", body: () => laws.encodes({"name":"all-lengths","text":"aé€😀z","bytes":"61c3a9e282acf09f98807a"}) },
        { id: "text-encoder.encode/encodes/combining", body: () => laws.encodes({"name":"combining","text":"é","bytes":"65cc81"}) },
        { id: "text-encoder.encode/encodesAny", body: () => laws.encodesAny({}) },
      ],
    },
    {
      id: "text-encoder.encode.read-back",
      says: "TextDecoder reads what encode gives.",
      strength: "must",
      rows: ["3/text-encoder/encode"],
      cases: [
        { id: "text-encoder.encode.read-back/roundTrips", body: () => laws.roundTrips({}) },
      ],
    },
    {
      id: "text-encoder.encode.own-memory",
      says: "Each result of encode has memory of its own.",
      strength: "must",
      rows: ["3/text-encoder/encode"],
      cases: [
        { id: "text-encoder.encode.own-memory/encodesApart", body: () => laws.encodesApart({}) },
      ],
    },
    {
      id: "text-encoder.encode.others",
      says: "What encode does with anything but a string is left open; it is recorded.",
      strength: "open",
      rows: ["3/text-encoder/encode"],
      cases: [
        { id: "text-encoder.encode.others/others/none", body: () => laws.others({"method":"encode","name":"none","args":[]}) },
        { id: "text-encoder.encode.others/others/undefined", body: () => laws.others({"method":"encode","name":"undefined","args":[{"$undefined":true}]}) },
        { id: "text-encoder.encode.others/others/null", body: () => laws.others({"method":"encode","name":"null","args":[null]}) },
        { id: "text-encoder.encode.others/others/number", body: () => laws.others({"method":"encode","name":"number","args":[5]}) },
        { id: "text-encoder.encode.others/others/object", body: () => laws.others({"method":"encode","name":"object","args":[{}]}) },
      ],
    },
    {
      id: "text-encoder.encode-into.sizes",
      says: "encodeInto writes as many whole characters as the destination (uint8Array) has room for, tells how many UTF-16 code units it has read and how many bytes it has written, and leaves the other bytes as they are.",
      strength: "must",
      rows: ["3/text-encoder/encode-into"],
      cases: [
        { id: "text-encoder.encode-into.sizes/everySize/nothing", body: () => laws.everySize({"name":"nothing","text":""}) },
        { id: "text-encoder.encode-into.sizes/everySize/ascii", body: () => laws.everySize({"name":"ascii","text":"abcd"}) },
        { id: "text-encoder.encode-into.sizes/everySize/two-bytes", body: () => laws.everySize({"name":"two-bytes","text":"éñü"}) },
        { id: "text-encoder.encode-into.sizes/everySize/three-bytes", body: () => laws.everySize({"name":"three-bytes","text":"€→⇒"}) },
        { id: "text-encoder.encode-into.sizes/everySize/four-bytes", body: () => laws.everySize({"name":"four-bytes","text":"😀😁"}) },
        { id: "text-encoder.encode-into.sizes/everySize/all-lengths", body: () => laws.everySize({"name":"all-lengths","text":"aé€😀z"}) },
        { id: "text-encoder.encode-into.sizes/everySize/all-lengths-back", body: () => laws.everySize({"name":"all-lengths-back","text":"😀€éa"}) },
        { id: "text-encoder.encode-into.sizes/everySize/four-between-ones", body: () => laws.everySize({"name":"four-between-ones","text":"a😀b😁c"}) },
        { id: "text-encoder.encode-into.sizes/everySize/three-before-one", body: () => laws.everySize({"name":"three-before-one","text":"€a"}) },
        { id: "text-encoder.encode-into.sizes/everySize/edges", body: () => laws.everySize({"name":"edges","text":"߿ࠀ￿𐀀􏿿"}) },
        { id: "text-encoder.encode-into.sizes/intoAny", body: () => laws.intoAny({}) },
      ],
    },
    {
      id: "text-encoder.encode-into.parts",
      says: "A destination that is a part of some memory is all that is written to.",
      strength: "must",
      rows: ["3/text-encoder/encode-into"],
      cases: [
        { id: "text-encoder.encode-into.parts/intoPart", body: () => laws.intoPart({}) },
      ],
    },
    {
      id: "text-encoder.encode-into.buffers",
      says: "A Buffer is a destination, too.",
      strength: "must",
      rows: ["3/text-encoder/encode-into"],
      cases: [
        { id: "text-encoder.encode-into.buffers/intoBuffer", body: () => laws.intoBuffer({}) },
      ],
    },
    {
      id: "text-encoder.encode-into.portions",
      says: "A text can be encoded in portions, each going on in the string where read says.",
      strength: "must",
      rows: ["3/text-encoder/encode-into"],
      cases: [
        { id: "text-encoder.encode-into.portions/portionsOfAny", body: () => laws.portionsOfAny({}) },
      ],
    },
    {
      id: "text-encoder.encode-into.portions-of-pairs",
      says: "It can, too, where characters are made of two code units.",
      strength: "must",
      rows: ["3/text-encoder/encode-into","3/strings/rule-1"],
      cases: [
        { id: "text-encoder.encode-into.portions-of-pairs/portionsOf/pairs", body: () => laws.portionsOf({"name":"pairs","text":"😀😁😂","size":4}) },
        { id: "text-encoder.encode-into.portions-of-pairs/portionsOf/between-letters", body: () => laws.portionsOf({"name":"between-letters","text":"a😀b😁c","size":5}) },
        { id: "text-encoder.encode-into.portions-of-pairs/portionsOf/all-lengths", body: () => laws.portionsOf({"name":"all-lengths","text":"aé€😀zaé€😀z","size":6}) },
      ],
    },
    {
      id: "text-encoder.encode-into.others",
      says: "What encodeInto does with arguments of other types is left open; it is recorded.",
      strength: "open",
      rows: ["3/text-encoder/encode-into"],
      cases: [
        { id: "text-encoder.encode-into.others/others/no-destination", body: () => laws.others({"method":"encodeInto","name":"no-destination","args":["a"]}) },
        { id: "text-encoder.encode-into.others/others/ArrayBuffer", body: () => laws.others({"method":"encodeInto","name":"ArrayBuffer","args":["a",{"$arrayBuffer":"0000"}]}) },
        { id: "text-encoder.encode-into.others/others/DataView", body: () => laws.others({"method":"encodeInto","name":"DataView","args":["a",{"$view":["DataView","0000"]}]}) },
        { id: "text-encoder.encode-into.others/others/Uint16Array", body: () => laws.others({"method":"encodeInto","name":"Uint16Array","args":["a",{"$view":["Uint16Array","0000"]}]}) },
        { id: "text-encoder.encode-into.others/others/Uint8ClampedArray", body: () => laws.others({"method":"encodeInto","name":"Uint8ClampedArray","args":["a",{"$view":["Uint8ClampedArray","0000"]}]}) },
        { id: "text-encoder.encode-into.others/others/number-as-text", body: () => laws.others({"method":"encodeInto","name":"number-as-text","args":[5,{"$bytes":"0000"}]}) },
      ],
    },
  ],
};
