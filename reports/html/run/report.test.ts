import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import test from 'tape';
import type { CaseReport } from '../../model.js';
import { outlineOf } from '../../outline.js';
import { packedIn } from '../../testing/packed.js';
import { NASTY, nastyReport, sampleReport, serviceReport, withCases } from '../../testing/sample.js';
import { requirementEntries } from '../requirements.js';
import { htmlReport } from './page.js';

const PACKAGE_ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test('HTML: every requirement and case is packed into the page, and every section is in it', (t) => {
  const report = sampleReport();
  const text = htmlReport(report);
  const { requirements } = packedIn(text);
  t.deepEqual(requirements, report.requirements);
  t.equal(count(text, /<tr><th scope="row">/g), report.coverage.sections.length);
  t.ok(text.includes('<a href="#in=2/shared-dict-operations"'), 'sections lead to their requirements');
  const made = requirementEntries(outlineOf(report)).flatMap((entry) =>
    entry.kind === 'heading' ? [] : entry.items.map((item) => item.content().toString()),
  );
  t.ok(
    made.join('').includes('{&quot;returned&quot;:<mark>6</mark>,&quot;stored&quot;:<mark>6</mark>}'),
    'each difference is marked',
  );
  t.end();
});

test('HTML: the page of a default run is small', (t) => {
  const text = htmlReport(sampleReport(304));
  t.ok(text.length < 400_000, `${text.length} characters of 10,032 cases`);
  t.end();
});

test('HTML: the places of values and the leftovers of a service are listed', (t) => {
  const report = serviceReport();
  const text = htmlReport(report);
  t.ok(text.includes('<h1>api:http://127.0.0.1:8080/v1 <small>API v1</small></h1>'));
  const [, section = ''] = /<section class="service"[^>]*>([\s\S]*?)<\/section>/.exec(text) ?? [];
  t.deepEqual(
    [...section.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) => item),
    [
      '<code>serverId found at /data/id</code>',
      '<code>serverApiKey set to /data/apikey</code>',
      '<span>server</span><code>srvspec-7k2m-1-field</code>',
      '<span>app</span><code>srvspec-7k2m-2-field</code>',
      '<span>app</span><code>(no name)</code>',
      '<span>app</span><code>srvspec-7k2m-4-order</code>',
    ],
  );
  t.match(section, /: 1 server, 3 apps<\/summary>/);
  for (const none of [{ ...report, service: { mapping: [], leftovers: [] } }, sampleReport()])
    t.notOk(htmlReport(none).includes('<section class="service"'), 'without facts there is no section');
  t.end();
});

test('HTML: reasons for missing observations are listed, and long lists are folded', (t) => {
  const reason = 'the target is "gone" & away';
  const report = withCases(sampleReport(), ({ failure: _, ...one }) => ({ ...one, verdict: 'inconclusive', reason }));
  const all = report.requirements.flatMap(({ cases }) => cases);
  const stale = all.map(({ id }, i) => ({ id, why: `reason ${i % 2}` }));
  const text = htmlReport({ ...report, staleDeviations: stale });
  t.ok(
    text.includes(
      '<b>264</b> <a href="#verdict=inconclusive&amp;text=the%20target%20is%20%22gone%22%20%26%20away">the target is &quot;gone&quot; &amp; away</a>',
    ),
  );
  t.equal(count(text, /<summary>and 127 more<\/summary>/g), 2, 'stale deviations, by reason');
  t.notOk(
    htmlReport({ ...report, requirements: [] }).includes('unobserved-title'),
    'without facts there is no section',
  );
  t.end();
});

test('HTML: many causes are folded', (t) => {
  const wrong = (one: CaseReport, at: number): CaseReport => ({
    ...one,
    verdict: 'violates',
    failure: 'wrong',
    observed: String.fromCharCode(97 + at).repeat(3),
  });
  const text = htmlReport(withCases(sampleReport(), wrong));
  t.ok(text.includes('<summary>21 more causes of 168 cases</summary>'));
  t.end();
});

test('HTML: no text of a report becomes markup', (t) => {
  const text = htmlReport(nastyReport());
  t.equal(count(text, /<script\b/gi), 2);
  t.equal(count(text, /<\/script\b/gi), 2);
  t.equal(count(text, /<!--/g), 0);
  for (const plain of NASTY.slice(0, 3)) t.notOk(text.includes(plain), plain);
  t.equal(text.replace(/[\t\n]/g, '').search(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u), -1, 'nothing invisible');
  t.end();
});

test('HTML: the page needs nothing else, and may run only its own script', (t) => {
  const text = htmlReport(sampleReport());
  const [markup = ''] = text.split('<script type="module">');
  t.equal(count(markup, /\s(src|srcset|action)=|@import|url\(|href="(?!#|data:,")/gi), 0);
  const sources: readonly (readonly [string, RegExp])[] = [
    ['style-src', /<style>([\s\S]*?)<\/style>/],
    ['script-src', /<script type="module">([\s\S]*?)<\/script>/],
  ];
  for (const [directive, pattern] of sources) {
    const content = pattern.exec(text)?.[1] ?? '';
    t.ok(content.length > 1000);
    const digest = createHash('sha256').update(content).digest('base64');
    t.ok(text.includes(`${directive} &#39;sha256-${digest}&#39;;`), directive);
  }
  t.match(text, /content="default-src &#39;none&#39;; /);
  t.end();
});

test('HTML: the same model gives the same bytes', (t) => {
  t.equal(htmlReport(nastyReport()), htmlReport(nastyReport()));
  t.end();
});

test('HTML: the scripts of all pages pass the type check', (t) => {
  const { status, stdout } = spawnSync('npx', ['--no-install', 'tsc', '-p', 'reports/html/browser'], {
    cwd: PACKAGE_ROOT,
    encoding: 'utf8',
  });
  t.equal(status, 0, stdout);
  t.end();
});
