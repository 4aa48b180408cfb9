// Generated from spec/1-server-management-api/server/sequences.yaml by `srvspec generate`. Do not edit.

import type { GeneratedObject } from '../../../../language/case.js';
import * as laws from '../../../../laws/1-server-management-api/server/sequences.js';

export const generated: GeneratedObject = {
  object: "1-server-management-api/server/sequences",
  title: "Management API: sequences",
  document: 1,
  subject: "server",
  requirements: [
    {
      id: "api-sequences.any",
      says: "In whatever order servers ({base_url}/servers; name) and apps ({base_url}/apps; name, sysuserid, runtime, domains) are created, lists read, actions asked about ({base_url}/actions/*) and strangers refused, each answer is what the requests before it have led to: every record stands once in its list, every actionid beside data is known, and refused requests leave nothing.",
      strength: "must",
      rows: ["1/what-the-service-does/p1","1/what-the-service-does/rule-1","1/what-the-service-does/rule-2","1/endpoints/get","1/endpoints/post","1/endpoints/get-2","1/endpoints/post-2","1/endpoints/get-3","1/endpoints/rule-1"],
      cases: [
        { id: "api-sequences.any/followsAnySequence", body: () => laws.followsAnySequence({}) },
      ],
    },
  ],
};
