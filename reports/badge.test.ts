import test from 'tape';
import { badgeReport } from './badge.js';
import type { RunReport, Totals } from './model.js';
import { sampleReport } from './testing/sample.js';

const NONE: Totals = { conforms: 0, recorded: 0, violates: 0, deviates: 0, notApplicable: 0, inconclusive: 0 };

const reportWith = (totals: Partial<Totals>, more: Partial<RunReport> = {}): RunReport => ({
  ...sampleReport(1),
  requirements: [],
  staleDeviations: [],
  totals: { ...NONE, ...totals },
  ...more,
});

const stale = [{ id: 'a.b/c', why: 'it was' }];

const BADGES: readonly (readonly [RunReport, string, string])[] = [
  [reportWith({ conforms: 1200, recorded: 34 }), 'brightgreen', 'No violation in 1,234 observed cases'],
  [reportWith({ conforms: 2, deviates: 1 }), 'yellow', 'No new violation in 3 observed cases; 1 known'],
  [reportWith({ violates: 2, inconclusive: 1 }), 'red', '2 violations in 2 observed cases; 1 inconclusive'],
  [reportWith({ conforms: 2 }, { staleDeviations: stale }), 'red', '1 stale deviation in 2 observed cases'],
  [
    reportWith({ conforms: 2 }, { cutShort: 'interrupted' }),
    'lightgrey',
    'Undecided after 2 observed cases; cut short: interrupted',
  ],
  [reportWith({ inconclusive: 7 }), 'lightgrey', 'Undecided after 0 observed cases; nothing was observed'],
];

test('badge: it shows the version of srvspec, the target and the outcome', (t) => {
  const label = 'srvspec 0.1.0: runtime 0.8.4, engine njs';
  for (const [report, color, message] of BADGES)
    t.deepEqual(JSON.parse(badgeReport(report)), { schemaVersion: 1, label, message, color });
  const target = { ...sampleReport(1).target, host: 'nginx 1.30.6' };
  t.match(badgeReport(reportWith({}, { target })), /"srvspec 0\.1\.0: nginx 1\.30\.6, runtime 0\.8\.4, engine njs"/);
  t.end();
});
