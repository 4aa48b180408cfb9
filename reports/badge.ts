/** What shields.io draws a badge from: https://shields.io/badges/endpoint-badge */
import type { RunReport } from './model.js';
import { isGreen, observedCount } from './totals.js';
import { counted } from './wording.js';

interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'yellowgreen' | 'red' | 'orange' | 'lightgrey';
}

/** JSON for a badge; it counts what was observed, and is green only where the run is. */
export function badgeReport(report: RunReport): string {
  return `${JSON.stringify(badgeOf(report), null, 2)}\n`;
}

function badgeOf(report: RunReport): Badge {
  const { totals, staleDeviations, target } = report;
  const label = `srvspec ${target.runtimeVersion}`;
  const badge = (color: Badge['color'], message: string): Badge => ({ schemaVersion: 1, label, message, color });
  const observed = observedCount(totals);
  const ofAll = `in ${counted(observed, 'observed case')}`;
  if (observed === 0) return badge('lightgrey', 'nothing was observed');
  if (totals.violates > 0) return badge('red', `${counted(totals.violates, 'violation')} ${ofAll}`);
  if (staleDeviations.length > 0)
    return badge('orange', `${counted(staleDeviations.length, 'stale deviation')} ${ofAll}`);
  if (!isGreen(report)) return badge('lightgrey', `cut short, no violation ${ofAll}`);
  const known = totals.deviates === 0 ? 'no violation' : counted(totals.deviates, 'known deviation');
  return badge(totals.deviates === 0 ? 'brightgreen' : 'yellowgreen', `${known} ${ofAll}`);
}
