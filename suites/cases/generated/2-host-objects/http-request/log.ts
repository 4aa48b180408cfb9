// Generated from spec/2-host-objects/http-request/log.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/2-host-objects/http-request/log.js';

export const generated: GeneratedObject = {
  object: "2-host-objects/http-request/log",
  title: "Logging of requests",
  document: 2,
  subject: "runtime",
  requirements: [
    {
      id: "http-log.levels",
      says: "r.log writes its string to the error log at level info, r.warn at level warn, r.error at level error, a line for each call.",
      strength: "must",
      rows: ["2/http-request-object-methods/r-log","2/http-request-object-methods/r-warn","2/http-request-object-methods/r-error"],
      cases: [
        { id: "http-log.levels/writes/log", body: () => laws.writes({"name":"log","calls":[["log","abc"]]}) },
        { id: "http-log.levels/writes/warn", body: () => laws.writes({"name":"warn","calls":[["warn","abc"]]}) },
        { id: "http-log.levels/writes/error", body: () => laws.writes({"name":"error","calls":[["error","abc"]]}) },
        { id: "http-log.levels/writes/all-three", body: () => laws.writes({"name":"all-three","calls":[["error","a"],["warn","b"],["log","c"]]}) },
        { id: "http-log.levels/writes/same-text", body: () => laws.writes({"name":"same-text","calls":[["log","a"],["log","a"],["log","a"]]}) },
        { id: "http-log.levels/writes/empty", body: () => laws.writes({"name":"empty","calls":[["warn",""]]}) },
        { id: "http-log.levels/writesAny/log", body: () => laws.writesAny({"name":"log","method":"log"}) },
        { id: "http-log.levels/writesAny/warn", body: () => laws.writesAny({"name":"warn","method":"warn"}) },
        { id: "http-log.levels/writesAny/error", body: () => laws.writesAny({"name":"error","method":"error"}) },
        { id: "http-log.levels/writesInOrder", body: () => laws.writesInOrder({}) },
      ],
    },
    {
      id: "http-log.text",
      says: "The string is written as it is, in UTF-8.",
      strength: "must",
      rows: ["2/http-request-object-methods/r-log","2/http-request-object-methods/r-warn","2/http-request-object-methods/r-error"],
      cases: [
        { id: "http-log.text/writes/blanks", body: () => laws.writes({"name":"blanks","calls":[["warn","  a  b  "]]}) },
        { id: "http-log.text/writes/format-signs", body: () => laws.writes({"name":"format-signs","calls":[["error","%s %d %% %V {} $a"]]}) },
        { id: "http-log.text/writes/quotes", body: () => laws.writes({"name":"quotes","calls":[["error","\"'`\\n"]]}) },
        { id: "http-log.text/writes/two-bytes", body: () => laws.writes({"name":"two-bytes","calls":[["log","é"]]}) },
        { id: "http-log.text/writes/three-bytes", body: () => laws.writes({"name":"three-bytes","calls":[["warn","€"]]}) },
        { id: "http-log.text/writes/four-bytes", body: () => laws.writes({"name":"four-bytes","calls":[["error","😀"]]}) },
        { id: "http-log.text/writes/lines", body: () => laws.writes({"name":"lines","calls":[["error","a\nb"]]}) },
        { id: "http-log.text/writes/control-characters", body: () => laws.writes({"name":"control-characters","calls":[["error","a\t\u001b[1m\u0001"]]}) },
        { id: "http-log.text/writes/zero-character", body: () => laws.writes({"name":"zero-character","calls":[["error","a\u0000b"]]}) },
      ],
    },
    {
      id: "http-log.whole",
      says: "Strings well below 2048 bytes are logged as a whole.",
      strength: "must",
      rows: ["2/errors/logging-methods-with-long-strings","2/limits/logged-line-length"],
      cases: [
        { id: "http-log.whole/writesWhole/log-1900", body: () => laws.writesWhole({"name":"log-1900","method":"log","bytes":1900,"character":"a"}) },
        { id: "http-log.whole/writesWhole/warn-1900", body: () => laws.writesWhole({"name":"warn-1900","method":"warn","bytes":1900,"character":"a"}) },
        { id: "http-log.whole/writesWhole/error-256", body: () => laws.writesWhole({"name":"error-256","method":"error","bytes":256,"character":"a"}) },
        { id: "http-log.whole/writesWhole/error-1024", body: () => laws.writesWhole({"name":"error-1024","method":"error","bytes":1024,"character":"a"}) },
        { id: "http-log.whole/writesWhole/error-1900", body: () => laws.writesWhole({"name":"error-1900","method":"error","bytes":1900,"character":"a"}) },
        { id: "http-log.whole/writesWhole/error-two-bytes", body: () => laws.writesWhole({"name":"error-two-bytes","method":"error","bytes":1800,"character":"é"}) },
        { id: "http-log.whole/writesWhole/error-three-bytes", body: () => laws.writesWhole({"name":"error-three-bytes","method":"error","bytes":1800,"character":"€"}) },
        { id: "http-log.whole/writesWhole/error-four-bytes", body: () => laws.writesWhole({"name":"error-four-bytes","method":"error","bytes":1800,"character":"😀"}) },
        { id: "http-log.whole/writesWhole/srv-log-1900", body: () => laws.writesWhole({"name":"srv-log-1900","method":"srv","bytes":1900,"character":"a"}) },
      ],
    },
    {
      id: "http-log.no-more",
      says: "Of a longer string the beginning is logged, and nothing behind its first 2048 bytes.",
      strength: "must",
      rows: ["2/errors/logging-methods-with-long-strings","2/limits/logged-line-length"],
      cases: [
        { id: "http-log.no-more/writesNoMore/log", body: () => laws.writesNoMore({"name":"log","method":"log"}) },
        { id: "http-log.no-more/writesNoMore/warn", body: () => laws.writesNoMore({"name":"warn","method":"warn"}) },
        { id: "http-log.no-more/writesNoMore/error", body: () => laws.writesNoMore({"name":"error","method":"error"}) },
        { id: "http-log.no-more/writesNoMore/srv-log", body: () => laws.writesNoMore({"name":"srv-log","method":"srv"}) },
      ],
    },
    {
      id: "http-log.first",
      says: "Of a longer string all of the first 2048 bytes are logged.",
      strength: "must",
      rows: ["2/errors/logging-methods-with-long-strings","2/limits/logged-line-length"],
      cases: [
        { id: "http-log.first/writesFirst/log-2049", body: () => laws.writesFirst({"name":"log-2049","method":"log","bytes":2049,"character":"a"}) },
        { id: "http-log.first/writesFirst/warn-2049", body: () => laws.writesFirst({"name":"warn-2049","method":"warn","bytes":2049,"character":"a"}) },
        { id: "http-log.first/writesFirst/error-2047", body: () => laws.writesFirst({"name":"error-2047","method":"error","bytes":2047,"character":"a"}) },
        { id: "http-log.first/writesFirst/error-2048", body: () => laws.writesFirst({"name":"error-2048","method":"error","bytes":2048,"character":"a"}) },
        { id: "http-log.first/writesFirst/error-2049", body: () => laws.writesFirst({"name":"error-2049","method":"error","bytes":2049,"character":"a"}) },
        { id: "http-log.first/writesFirst/error-20000", body: () => laws.writesFirst({"name":"error-20000","method":"error","bytes":20000,"character":"a"}) },
        { id: "http-log.first/writesFirst/error-three-bytes", body: () => laws.writesFirst({"name":"error-three-bytes","method":"error","bytes":4000,"character":"€"}) },
        { id: "http-log.first/writesFirst/error-four-bytes", body: () => laws.writesFirst({"name":"error-four-bytes","method":"error","bytes":4000,"character":"😀"}) },
        { id: "http-log.first/writesFirst/srv-log-2049", body: () => laws.writesFirst({"name":"srv-log-2049","method":"srv","bytes":2049,"character":"a"}) },
      ],
    },
  ],
};
