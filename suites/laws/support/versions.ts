/** 3/rt/rt-version-number, 2/host-global-object-srv/srv-version-number: numbers computed from the parts of a version. */
import { satisfies } from '../../language/expectation.js';
import { example } from '../../language/law.js';
import type { Law } from '../../language/trial.js';

/** The factor between each part and the next one. */
type VersionNumber = { readonly of: 'rt' | 'srv'; readonly base: number };

const numberOf = (version: unknown, base: number): number =>
  `${version}`.split('.').reduce((number, part) => number * base + Number(part), 0);

export const isNumberOfVersion: Law<VersionNumber> = ({ of, base }) =>
  example({
    needs: of === 'srv' ? ['exchange'] : [],
    input: (_: object) => of,
    probe: (name: string, t) => [t.at(`${name}.version`), t.at(`${name}.version_number`)],
    expect: () =>
      satisfies('the number of the version', (both) => {
        const [version, number] = Array.isArray(both) ? both : [];
        return number === numberOf(version, base) || `${number} beside ${version}, ${numberOf(version, base)}`;
      }),
  })({});
