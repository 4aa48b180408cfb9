// Generated from spec/2-host-objects/shared-dict/room.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/2-host-objects/shared-dict/room.js';

export const generated: GeneratedObject = {
  object: "2-host-objects/shared-dict/room",
  title: "Shared dictionary, room",
  document: 2,
  subject: "runtime",
  requirements: [
    {
      id: "shared-dict-room.free-space.bounds",
      says: "freeSpace is a number of bytes, above zero for an empty dictionary and never more than its capacity.",
      strength: "must",
      rows: ["2/shared-dict-operations/free-space"],
      cases: [
        { id: "shared-dict-room.free-space.bounds/measuresSpace/32k", since: "0.8.0", body: () => laws.measuresSpace({"name":"32k","zone":{"name":"space_32k","size":"32k","type":"string"},"bytes":32768}) },
        { id: "shared-dict-room.free-space.bounds/measuresSpace/36k", since: "0.8.0", body: () => laws.measuresSpace({"name":"36k","zone":{"name":"space_36k","size":"36k","type":"number"},"bytes":36864}) },
        { id: "shared-dict-room.free-space.bounds/measuresSpace/64k", since: "0.8.0", body: () => laws.measuresSpace({"name":"64k","zone":{"name":"space_64k","size":"64k","type":"number"},"bytes":65536}) },
        { id: "shared-dict-room.free-space.bounds/measuresSpace/bytes", since: "0.8.0", body: () => laws.measuresSpace({"name":"bytes","zone":{"name":"space_40000","size":"40000","type":"string"},"bytes":40000}) },
        { id: "shared-dict-room.free-space.bounds/measuresSpace/1m", since: "0.8.0", body: () => laws.measuresSpace({"name":"1m","zone":{"name":"space_1m","size":"1m","type":"string","timeout":"60s"},"bytes":1048576}) },
        { id: "shared-dict-room.free-space.bounds/measuresSpace/10m", since: "0.8.0", body: () => laws.measuresSpace({"name":"10m","zone":{"name":"space_10m","size":"10m","type":"number","timeout":"60s","evict":true},"bytes":10485760}) },
      ],
    },
    {
      id: "shared-dict-room.free-space.back",
      says: "Free space shrinks as entries come, is never below zero, and when all of them are gone it is what it was.",
      strength: "must",
      rows: ["2/shared-dict-operations/free-space","2/shared-dict-operations/clear","2/shared-dict-operations/delete","2/shared-dict-operations/pop"],
      cases: [
        { id: "shared-dict-room.free-space.back/givesSpaceBack/texts-clear", since: "0.8.0", body: () => laws.givesSpaceBack({"name":"texts-clear","zone":"smallTexts","removal":"clear"}) },
        { id: "shared-dict-room.free-space.back/givesSpaceBack/texts-delete", since: "0.8.0", body: () => laws.givesSpaceBack({"name":"texts-delete","zone":"smallTexts","removal":"delete"}) },
        { id: "shared-dict-room.free-space.back/givesSpaceBack/texts-pop", since: "0.8.0", body: () => laws.givesSpaceBack({"name":"texts-pop","zone":"smallTexts","removal":"pop"}) },
        { id: "shared-dict-room.free-space.back/givesSpaceBack/numbers-clear", since: "0.8.0", body: () => laws.givesSpaceBack({"name":"numbers-clear","zone":"smallNumbers","removal":"clear"}) },
        { id: "shared-dict-room.free-space.back/givesSpaceBack/numbers-delete", since: "0.8.0", body: () => laws.givesSpaceBack({"name":"numbers-delete","zone":"smallNumbers","removal":"delete"}) },
        { id: "shared-dict-room.free-space.back/givesSpaceBack/numbers-pop", since: "0.8.0", body: () => laws.givesSpaceBack({"name":"numbers-pop","zone":"smallNumbers","removal":"pop"}) },
      ],
    },
    {
      id: "shared-dict-room.free-space.rewritten",
      says: "However often set or replace gives a key another value, free space is what it was once the key is gone.",
      strength: "must",
      rows: ["2/shared-dict-operations/free-space","2/shared-dict-operations/set","2/shared-dict-operations/replace"],
      cases: [
        { id: "shared-dict-room.free-space.rewritten/givesReplacedSpaceBack/set", since: "0.8.0", body: () => laws.givesReplacedSpaceBack({"name":"set","operation":"set"}) },
        { id: "shared-dict-room.free-space.rewritten/givesReplacedSpaceBack/replace", since: "0.8.0", body: () => laws.givesReplacedSpaceBack({"name":"replace","operation":"replace"}) },
      ],
    },
    {
      id: "shared-dict-room.free-space.pages",
      says: "A value that is larger than a page takes free space away, about as much as it is long, and pop gives it back.",
      strength: "must",
      rows: ["2/shared-dict-operations/free-space"],
      cases: [
        { id: "shared-dict-room.free-space.pages/takesPages", since: "0.8.0", body: () => laws.takesPages({}) },
      ],
    },
    {
      id: "shared-dict-room.free-space.zero",
      says: "When free space is zero, small entries are still stored in the pages that are in use.",
      strength: "must",
      rows: ["2/shared-dict-operations/free-space"],
      cases: [
        { id: "shared-dict-room.free-space.zero/goesOnWithoutPages/texts", since: "0.8.0", body: () => laws.goesOnWithoutPages({"name":"texts","zone":"smallTexts"}) },
        { id: "shared-dict-room.free-space.zero/goesOnWithoutPages/numbers", since: "0.8.0", body: () => laws.goesOnWithoutPages({"name":"numbers","zone":"smallNumbers"}) },
      ],
    },
    {
      id: "shared-dict-room.enough",
      says: "No SharedMemoryError comes from set for a value that is smaller than the free pages by two of them.",
      strength: "must",
      rows: ["2/shared-dict-operations/free-space","2/errors/shared-dict"],
      cases: [
        { id: "shared-dict-room.enough/storesMuch", since: "0.8.0", body: () => laws.storesMuch({}) },
      ],
    },
    {
      id: "shared-dict-room.full",
      says: "On a SharedDict without room for it, add, incr, replace or set throws SharedMemoryError and changes nothing.",
      strength: "must",
      rows: ["2/errors/shared-dict"],
      cases: [
        { id: "shared-dict-room.full/refusesWhenFull/add-text", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"add-text","zone":"smallTexts","call":["add","k0001","7"]}) },
        { id: "shared-dict-room.full/refusesWhenFull/set-text", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"set-text","zone":"smallTexts","call":["set","k0001","7"]}) },
        { id: "shared-dict-room.full/refusesWhenFull/set-present-to-long-text", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"set-present-to-long-text","zone":"smallTexts","call":["set","k1000",{"characters":4096}]}) },
        { id: "shared-dict-room.full/refusesWhenFull/replace-with-long-text", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"replace-with-long-text","zone":"smallTexts","call":["replace","k1000",{"characters":4096}]}) },
        { id: "shared-dict-room.full/refusesWhenFull/add-long-text", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"add-long-text","zone":"smallTexts","call":["add","k0001",{"characters":4096}]}) },
        { id: "shared-dict-room.full/refusesWhenFull/add-number", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"add-number","zone":"smallNumbers","call":["add","k0001",7]}) },
        { id: "shared-dict-room.full/refusesWhenFull/set-number", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"set-number","zone":"smallNumbers","call":["set","k0001",7]}) },
        { id: "shared-dict-room.full/refusesWhenFull/incr", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"incr","zone":"smallNumbers","call":["incr","k0001",7]}) },
        { id: "shared-dict-room.full/refusesWhenFull/incr-with-init", since: "0.8.0", body: () => laws.refusesWhenFull({"name":"incr-with-init","zone":"smallNumbers","call":["incr","k0001",7,1]}) },
      ],
    },
    {
      id: "shared-dict-room.too-large",
      says: "What is larger than the whole SharedDict makes add, incr, replace and set throw SharedMemoryError and changes nothing.",
      strength: "must",
      rows: ["2/errors/shared-dict"],
      cases: [
        { id: "shared-dict-room.too-large/refusesTooLarge/add-value", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"add-value","zone":"smallTexts","operation":"add","large":"value"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/set-value", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"set-value","zone":"smallTexts","operation":"set","large":"value"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/replace-value", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"replace-value","zone":"smallTexts","operation":"replace","large":"value"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/add-key", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"add-key","zone":"smallTexts","operation":"add","large":"key"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/set-key", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"set-key","zone":"smallTexts","operation":"set","large":"key"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/add-key-of-number", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"add-key-of-number","zone":"smallNumbers","operation":"add","large":"key"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/set-key-of-number", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"set-key-of-number","zone":"smallNumbers","operation":"set","large":"key"}) },
        { id: "shared-dict-room.too-large/refusesTooLarge/incr-key", since: "0.8.0", body: () => laws.refusesTooLarge({"name":"incr-key","zone":"smallNumbers","operation":"incr","large":"key"}) },
      ],
    },
    {
      id: "shared-dict-room.total",
      says: "A SharedDict throws SharedMemoryError before its keys and values come to its capacity, the size it was given, and loses none of them.",
      strength: "must",
      rows: ["2/errors/shared-dict","2/shared-dictionary-srv-shared-shared-dict/capacity"],
      cases: [
        { id: "shared-dict-room.total/holdsNoMore", since: "0.8.0", body: () => laws.holdsNoMore({}) },
      ],
    },
    {
      id: "shared-dict-room.again",
      says: "On a full SharedDict, for each entry that delete or pop removes one of its kind can be added again.",
      strength: "must",
      rows: ["2/errors/shared-dict","2/shared-dict-operations/delete","2/shared-dict-operations/pop"],
      cases: [
        { id: "shared-dict-room.again/fitsAgain/texts-delete", since: "0.8.0", body: () => laws.fitsAgain({"name":"texts-delete","zone":"smallTexts","removal":"delete"}) },
        { id: "shared-dict-room.again/fitsAgain/texts-pop", since: "0.8.0", body: () => laws.fitsAgain({"name":"texts-pop","zone":"smallTexts","removal":"pop"}) },
        { id: "shared-dict-room.again/fitsAgain/numbers-delete", since: "0.8.0", body: () => laws.fitsAgain({"name":"numbers-delete","zone":"smallNumbers","removal":"delete"}) },
        { id: "shared-dict-room.again/fitsAgain/numbers-pop", since: "0.8.0", body: () => laws.fitsAgain({"name":"numbers-pop","zone":"smallNumbers","removal":"pop"}) },
      ],
    },
    {
      id: "shared-dict-room.sequences",
      says: "Whatever operations follow each other on a SharedDict that is nearly full, it throws SharedMemoryError or answers as a map does, and loses nothing.",
      strength: "must",
      rows: ["2/errors/shared-dict","2/shared-dict-operations/free-space"],
      cases: [
        { id: "shared-dict-room.sequences/keepsWithinRoom/texts", since: "0.8.0", body: () => laws.keepsWithinRoom({"evicts":false,"name":"texts","zone":"smallTexts","operations":["set","add","replace","get","delete","size"]}) },
        { id: "shared-dict-room.sequences/keepsWithinRoom/short-texts", since: "0.8.0", body: () => laws.keepsWithinRoom({"evicts":false,"name":"short-texts","zone":"smallTexts","operations":["fill","fill","set","add","replace","get","delete","size"]}) },
        { id: "shared-dict-room.sequences/keepsWithinRoom/numbers", since: "0.8.0", body: () => laws.keepsWithinRoom({"evicts":false,"name":"numbers","zone":"smallNumbers","operations":["fill","fill","set","add","replace","incr","get","delete","size"]}) },
      ],
    },
    {
      id: "shared-dict-room.evict",
      says: "On a SharedDict that may evict, operations throw SharedMemoryError or answer as a map does from which entries may have gone.",
      strength: "must",
      rows: ["2/errors/shared-dict","2/shared-dict-operations/free-space"],
      cases: [
        { id: "shared-dict-room.evict/keepsWithinRoom/texts", since: "0.8.0", body: () => laws.keepsWithinRoom({"evicts":true,"name":"texts","zone":"evictingTexts","operations":["add","add","get","delete","size"]}) },
        { id: "shared-dict-room.evict/keepsWithinRoom/short-texts", since: "0.8.0", body: () => laws.keepsWithinRoom({"evicts":true,"name":"short-texts","zone":"evictingTexts","operations":["fill","fill","add","get","delete","size"]}) },
        { id: "shared-dict-room.evict/keepsWithinRoom/numbers", since: "0.8.0", body: () => laws.keepsWithinRoom({"evicts":true,"name":"numbers","zone":"evictingNumbers","operations":["fill","fill","set","add","replace","incr","get","delete","size"]}) },
      ],
    },
    {
      id: "shared-dict-room.evict.rewriting",
      says: "Where a long value of a key would have to give way to its own successor, set stores it or throws SharedMemoryError.",
      strength: "must",
      rows: ["2/errors/shared-dict"],
      cases: [
        { id: "shared-dict-room.evict.rewriting/survivesRewriting", since: "0.8.0", body: () => laws.survivesRewriting({}) },
      ],
    },
  ],
};
