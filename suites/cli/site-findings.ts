/** The findings of `reports/FINDINGS.md` in a site: a page with an anchor for each, and the links of cases to them. */
import { findingAnchor } from '../../reports/finding-anchor.js';
import { htmlFindings } from '../../reports/html/findings.js';
import type { RunReport } from '../../reports/model.js';
import { causeId, DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { parseVersion } from '../language/versions.js';

/** The anchor of a finding, in its heading or above it. */
const ANCHOR = /^(?:### )?<a id="([^"]+)"><\/a>/m;

export class Findings {
  /** Texts by anchor. */
  readonly #texts: ReadonlyMap<string, string>;
  readonly #page: string;

  /** @param text the content of FINDINGS.md */
  constructor(text: string, page: string) {
    const [, ...parts] = text.split(ANCHOR);
    this.#texts = new Map(
      parts.flatMap((part, i) => (i % 2 === 0 ? [[part, withoutHeading(parts[i + 1] ?? '')] as const] : [])),
    );
    this.#page = page;
  }

  page(home: string): string {
    return htmlFindings(this.#texts, home);
  }

  /** The address of the finding about a failing case of this report. Findings are about njs alone. */
  linksOf({ target }: RunReport): (requirement: string, id: string) => string | undefined {
    const { engine, kind } = target;
    const runtimeVersion = parseVersion(target.runtimeVersion);
    if ((engine !== 'njs' && engine !== 'qjs') || runtimeVersion === undefined) return () => undefined;
    const deviations = new DeviationList(kind, recordedDeviations(kind));
    return (requirement, id) => {
      const deviation = deviations.find(requirement, id, { runtimeVersion, engine, implementation: 'njs' });
      const anchor = deviation === undefined ? '' : findingAnchor(causeId(deviation));
      return this.#texts.has(anchor) ? `${this.#page}#${anchor}` : undefined;
    };
  }
}

/** The heading of the next list belongs to no finding. */
const withoutHeading = (text: string): string => text.replace(/\n## [\s\S]*/, '').trim();
