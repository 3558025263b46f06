// How far a quest or a reward was applied to what happened before it was saved. It goes on while one is elsewhere.
import { get } from './calls.js';
import { count, el, repeatedly, section } from './parts.js';
import { BACKFILL } from './texts.js';

const EVERY = 1000;
// After the end, commands of the first fans may still be on their way.
const QUIET = 6;

// `given` asks how many fans have it, and answers null where nobody counts them. `moved` is called when that is another number.
export function backfill(signal, path, given = async () => null, moved = () => {}) {
  const sentence = el('p', { role: 'status' });
  const bar = el('progress', { max: 100, 'aria-label': BACKFILL.label });
  const number = el('p', { class: 'note' });
  const place = el('section', { class: 'backfill' }, el('h3', {}, BACKFILL.title), sentence, bar, number);
  let last = '';
  let quiet = 0;

  async function look() {
    if (quiet >= QUIET) return;
    const [status, fans] = await Promise.all([get(path, {}, signal), given()]);
    if (signal.aborted) return;
    const percent = status.head === 0 ? 0 : Math.min(99, Math.floor(100 * (status.read_to ?? 0) / status.head));
    const told = { waiting: BACKFILL.waiting, reading: BACKFILL.reading(percent), done: BACKFILL.done, no_rule: BACKFILL.noRule }[status.state];
    // Screen readers hear a sentence once.
    if (told !== last) sentence.textContent = last = told;
    place.dataset.state = status.state;
    bar.hidden = status.state === 'no_rule';
    if (status.state === 'waiting') bar.removeAttribute('value');
    else bar.value = status.state === 'done' ? 100 : percent;
    const before = number.textContent;
    number.textContent = fans === null ? '' : BACKFILL.given(count(fans), fans === 1);
    if (number.textContent !== before) moved();
    quiet = (status.state === 'done' || status.state === 'no_rule') && number.textContent === before ? quiet + 1 : 0;
  }

  section(place, signal, async () => {
    await look();
    repeatedly(signal, look, EVERY);
    return null;
  });
  return { node: place, again: () => { quiet = 0; } };
}
