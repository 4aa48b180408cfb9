import type { RunReport, ServiceFacts } from '../model.js';
import { leftoverCounts, leftoverName, placing } from '../wording.js';
import { html, type Markup } from './markup.js';

/** What a run learned of a service besides verdicts; nothing when there is nothing, or the target is no service. */
export function service({ service: facts }: RunReport): Markup {
  if (facts === undefined || facts.mapping.length + facts.leftovers.length === 0) return html``;
  return html`<section class="service" aria-labelledby="service-title">
<h2 id="service-title">Service</h2>
${places(facts)}
${leftovers(facts)}
</section>`;
}

function places({ mapping }: ServiceFacts): Markup {
  if (mapping.length === 0) return html``;
  return html`<p>The documents give these values no place in an answer:</p>
<ul>${mapping.map((one) => html`<li><code>${placing(one)}</code></li>`)}</ul>`;
}

/** Folded, since it can be long. */
function leftovers(facts: ServiceFacts): Markup {
  if (facts.leftovers.length === 0) return html``;
  const items = facts.leftovers.map(
    (one) => html`<li><span>${one.resource}</span><code>${leftoverName(one)}</code></li>`,
  );
  return html`<details>
<summary>Left there, since the documents show no way to remove them: ${leftoverCounts(facts)}</summary>
<ul>${items}</ul>
</details>`;
}
