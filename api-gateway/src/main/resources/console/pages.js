// Pages of results, forward and back: each page has the search_uid of the next.
import { button, count, el, unlessLeft } from './parts.js';
import { PAGING as TEXT, TABLE } from './texts.js';

// `ask` is called with a search_uid, null for the first page; `draw` makes the rows of a page.
export function pages(place, signal, ask, draw) {
  const rows = el('div', { 'aria-live': 'polite' });
  const turns = el('div', { class: 'pager' });
  let uids = [null];

  // A page that cannot be had leaves the one before as it is.
  async function turn(towards, focused) {
    const page = await ask(towards.at(-1));
    if (signal.aborted) return;
    uids = towards;
    rows.replaceChildren(draw(page.data));
    turns.replaceChildren(...buttons(page));
    if (focused) (turns.querySelector(`[data-turn="${focused}"]:enabled`) ?? turns.querySelector('button:enabled'))?.focus();
  }

  function buttons({ data, meta: { search_uid: next } }) {
    if (uids.length === 1 && !next) return [];
    const go = (label, towards) => button(label, () => turn(towards, label).catch(unlessLeft(signal)),
      { class: 'outline', 'data-turn': label, disabled: towards === null });
    return [
      go(TABLE.previous, uids.length === 1 ? null : uids.slice(0, -1)),
      go(TABLE.next, next ? [...uids, next] : null),
      el('span', { class: 'note', role: 'status' }, TEXT.page(count(uids.length), count(data.length))),
    ];
  }

  place.replaceChildren(rows, turns);
  return turn([null], null);
}

// Rows that are all loaded, shown some at a time.
export function some(rows, draw, step = 50) {
  const place = el('div', { 'aria-live': 'polite' });
  const show = until => {
    place.replaceChildren(draw(rows.slice(0, until)),
      ...rows.length <= until ? [] : [el('div', { class: 'pager' },
        button(TEXT.showMore, () => {
          show(until + 4 * step);
          (place.querySelector('.pager button') ?? place.querySelector('.scroll'))?.focus();
        }, { class: 'outline' }),
        el('span', { class: 'note' }, TEXT.shownOf(count(until), count(rows.length))))]);
  };
  show(step);
  return place;
}
