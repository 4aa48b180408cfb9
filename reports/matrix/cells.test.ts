import test from 'tape';
import { cellStatus, cellText, cellWords, type Tally, tallyOf, tallyStatus } from './cells.js';
import { changedIn } from './changed.js';
import { explanationIn } from './explaining.js';
import type { MatrixVerdict } from './model.js';

const tally = (parts: Partial<Tally>): Tally => ({ ...tallyOf([]), ...parts });

test('matrix: a cell shows the status of its cases, and never more than is known', (t) => {
  const cells: readonly (readonly [Partial<Tally>, string, string])[] = [
    [{ right: 3 }, '✓', 'right'],
    [{ right: 7, wrong: 2, known: 2 }, '≈ 7/9', 'partly'],
    [{ right: 7, wrong: 2, known: 1 }, '✗ 7/9', 'partly'],
    [{ wrong: 2, open: 1 }, '✗', 'wrong'],
    [{ wrong: 2, known: 2 }, '≈', 'wrong'],
    [{ down: 1 }, '✗ !', 'down'],
    [{ right: 7, wrong: 1, down: 1, known: 2 }, '≈ ! 7/9', 'down'],
    [{ open: 4, inapplicable: 1 }, '○', 'open'],
    [{ inapplicable: 2 }, '–', 'inapplicable'],
    [{ unknown: 2, inapplicable: 1 }, '?', 'unknown'],
    [{ right: 3, unknown: 1 }, '✓ ?', 'right'],
    [{ wrong: 3, unknown: 1 }, '✗ ?', 'wrong'],
    [{}, '–', 'inapplicable'],
  ];
  for (const [parts, text, status] of cells) {
    t.equal(cellText(tally(parts)), text);
    t.equal(tallyStatus(tally(parts)), status, text);
  }
  t.equal(cellWords(tally({ right: 7, wrong: 2 })), '7 conforming, 2 violating or deviating');
  t.equal(cellWords(tally({ wrong: 2, known: 1 })), '2 violating or deviating, 1 for a known reason');
  t.end();
});

test('matrix: the status of an absent or unobserved case is unknown', (t) => {
  t.equal(cellStatus(undefined), 'unknown');
  t.equal(cellStatus({ verdict: 'inconclusive' }), 'unknown');
  t.equal(cellStatus({ verdict: 'deviates', failure: 'wrong' }), 'wrong', 'a known deviation is wrong too');
  t.equal(cellStatus({ verdict: 'deviates', failure: 'crash' }), 'down');
  t.equal(cellStatus({ verdict: 'violates', failure: 'hang' }), 'down');
  t.end();
});

test('matrix: a change names its version', (t) => {
  const right = tally({ right: 2 });
  const partly = tally({ right: 1, wrong: 1 });
  const wrong = tally({ wrong: 2 });
  const none = tally({ inapplicable: 2 });
  const unknown = tally({ unknown: 2 });
  const rows: readonly (readonly [readonly Tally[], string])[] = [
    [[right, right, right], ''],
    [[right, right, wrong], 'fixed in 2'],
    [[wrong, right, right], 'broke in 3'],
    [[right, wrong, right], 'broke in 2, fixed in 3'],
    [[right, right, none], 'works from 2'],
    [[right, wrong, none], 'wrong from 2, fixed in 3'],
    [[none, right, right], 'gone in 3'],
    [[tally({ right: 1, down: 1 }), right, right], 'crashes from 3'],
    [[partly, wrong, wrong], 'better in 3'],
    [[wrong, partly, partly], 'worse in 3'],
    [[wrong, unknown, right], 'broke in 3'],
    [[unknown, right, right], ''],
    [[tally({ right: 1, unknown: 1 }), wrong, wrong], ''],
  ];
  for (const [newestFirst, words] of rows)
    t.equal(changedIn(newestFirst.map((of, i) => ({ version: String(3 - i), tally: of }))), words);
  t.end();
});

test('matrix: a cell is explained by the worst of its cases', (t) => {
  const answers: readonly MatrixVerdict[] = (['conforms', 'inconclusive', 'deviates', 'violates'] as const).map(
    (verdict) => ({ verdict, reason: 0 }),
  );
  const explained = (...verdicts: readonly number[]): string | undefined => {
    const cases = verdicts.map((at, i) => ({ name: `${i}`, answers: [at] }));
    return explanationIn({ answers }, [{ id: 'a', says: '', open: false, rows: [], cases }], 0)?.one.name;
  };
  t.deepEqual(
    [explained(0, -1), explained(0, 1), explained(1, 2, 2), explained(2, 1, 3, 3)],
    [undefined, '1', '1', '2'],
  );
  t.end();
});
