// Ticket events that meet the criteria, with the sales of each; or one of them.
import { get, uidOf } from './calls.js';
import { fieldsOf, form, given } from './forms.js';
import { chooser } from './live.js';
import { some } from './pages.js';
import { act, count, el, redraw, table, unlessLeft } from './parts.js';
import { may } from './session.js';
import { IMPORTS, TICKET_EVENTS as TEXT } from './texts.js';
import { FIGURES, exclude, salesOf, ticketEvent } from './ticketevent.js';

const EVENTS = '/api/v1/crm/tickets/events';
const ROWS = 20;

export async function ticketEvents(main, signal, [uid]) {
  if (uid !== undefined) return ticketEvent(main, signal, uidOf(uid));
  const rows = el('div');
  const choose = chooser(signal);
  const wanted = fieldsOf([
    { name: 'event_name', label: TEXT.event, hint: TEXT.exactName },
    { name: 'event_key', label: TEXT.key },
    { name: 'event_date', label: TEXT.day, kind: 'day' },
    { name: 'venue_name', label: TEXT.venue, hint: TEXT.exactName },
    { name: 'network', label: TEXT.network },
    { name: 'is_ticketless_only', label: TEXT.ticketlessOnly, kind: 'flag' },
  ]);
  const find = async values => {
    const asked = choose();
    const { data, meta } = await get(EVENTS, given(values), asked);
    rows.replaceChildren(
      el('h2', {}, TEXT.found(meta.count, count(meta.count))),
      data.length === 0 ? el('p', { class: 'note' }, TEXT.none) : some(data, listing(asked), ROWS));
  };
  main.append(
    el('header', { class: 'thing-head' }, el('h1', {}, TEXT.title),
      may('tickets:write', 'fans:write') ? el('div', { class: 'actions' }, el('a', { class: 'go quiet', href: '#imports/tickets' }, IMPORTS.link)) : ''),
    el('details', {}, el('summary', {}, TEXT.filter), form(wanted, TEXT.show, find)),
    rows);
  await find({});
}

// The rows, with the sales of each as soon as they are known.
function listing(signal) {
  const known = new Map();
  const of = row => {
    if (!known.has(row.event_uid)) {
      const one = { sold: FIGURES.map(() => el('span', { 'aria-busy': 'true' })), state: el('span'), button: el('span') };
      known.set(row.event_uid, one);
      told(row);
    }
    return known.get(row.event_uid);
  };
  // One call for all rows that are shown.
  async function fill(rows) {
    const cells = rows.flatMap(row => known.get(row.event_uid).sold);
    try {
      for (const stats of await salesOf(rows.map(row => row.event_uid), signal)) {
        known.get(stats.event_uid).sold.forEach((cell, at) => {
          const [, field, shown] = FIGURES[at];
          cell.textContent = shown(stats[field]);
        });
      }
    } finally {
      cells.forEach(cell => cell.removeAttribute('aria-busy'));
    }
  }

  function told(row) {
    const { state, button } = known.get(row.event_uid);
    state.textContent = row.is_excluded ? TEXT.excluded : row.is_placeholder ? TEXT.fromTicket : '';
    state.className = row.is_excluded ? 'bad' : 'note';
    const label = row.is_excluded ? TEXT.include : TEXT.exclude;
    if (may('tickets:write')) redraw(button, act(label, row.event_name ?? row.event_uid, row.event_uid, () => turn(row)));
  }

  async function turn(row) {
    const focused = known.get(row.event_uid).button.contains(document.activeElement);
    try {
      await exclude(row, !row.is_excluded);
      told(row);
      if (focused) known.get(row.event_uid).button.querySelector('button').focus();
      await fill([row]);
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  return events => {
    const added = events.filter(row => !known.has(row.event_uid));
    events.forEach(of);
    if (added.length > 0) fill(added).catch(unlessLeft(signal));
    return table(TEXT.title, [
      [TEXT.event, row => [
        el('a', { class: 'long', href: `#tickets/${row.event_uid}` }, row.event_name ?? row.event_key ?? row.event_uid),
        el('small', { class: 'about' }, [row.event_date, row.venue_name, row.network].filter(Boolean).join(' · ')),
      ]],
      ...FIGURES.map(([title], at) => [title, row => of(row).sold[at], true]),
      [TEXT.performance, row => row.performance_name],
      ['', row => [of(row).button, of(row).state]],
    ], events);
  };
}
