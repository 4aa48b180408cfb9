import test from 'tape';
import { badgeReport } from './badge.js';
import type { RunReport, Totals } from './model.js';
import { nastyReport, sampleReport } from './testing/sample.js';
import { isGreen } from './totals.js';

const NONE: Totals = { conforms: 0, recorded: 0, violates: 0, deviates: 0, notApplicable: 0, inconclusive: 0 };

const reportWith = (totals: Partial<Totals>, more: Partial<RunReport> = {}): RunReport => ({
  ...sampleReport(1),
  staleDeviations: [],
  totals: { ...NONE, ...totals },
  ...more,
});

const stale = [{ id: 'a.b/c', why: 'it was' }];

const BADGES: readonly (readonly [RunReport, string, string])[] = [
  [
    reportWith({ conforms: 1200, recorded: 34, inconclusive: 9 }),
    'brightgreen',
    'no violation in 1,234 observed cases',
  ],
  [reportWith({ conforms: 2, deviates: 1 }), 'yellowgreen', '1 known deviation in 3 observed cases'],
  [reportWith({ conforms: 2, violates: 2 }), 'red', '2 violations in 4 observed cases'],
  [
    reportWith({ conforms: 2, violates: 2 }, { cutShort: 'x', staleDeviations: stale }),
    'red',
    '2 violations in 4 observed cases',
  ],
  [reportWith({ conforms: 2 }, { staleDeviations: stale }), 'orange', '1 stale deviation in 2 observed cases'],
  [
    reportWith({ conforms: 2 }, { cutShort: 'interrupted' }),
    'lightgrey',
    'cut short, no violation in 2 observed cases',
  ],
  [reportWith({ inconclusive: 7, notApplicable: 2 }), 'lightgrey', 'nothing was observed'],
  [reportWith({}), 'lightgrey', 'nothing was observed'],
];

test('badge: what shields.io needs, counted by what was observed', (t) => {
  for (const [report, color, message] of BADGES)
    t.deepEqual(JSON.parse(badgeReport(report)), { schemaVersion: 1, label: 'srvspec 0.8.4', message, color });
  t.end();
});

test('badge: green only where the run is', (t) => {
  for (const report of [...BADGES.map(([one]) => one), sampleReport(), nastyReport()]) {
    const { color }: { readonly color: string } = JSON.parse(badgeReport(report));
    t.equal(color.includes('green'), isGreen(report), color);
  }
  t.end();
});
