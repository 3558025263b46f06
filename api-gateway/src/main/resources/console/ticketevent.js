// A ticket event: its sales in a period, and the account's settings of it.
import { money } from './bought.js';
import { get, post } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { when } from './locale.js';
import { act, count, el, redraw, say, section, told, unlessLeft, yesNo } from './parts.js';
import { pickerOf } from './picker.js';
import { may } from './session.js';

const EVENTS = '/api/v1/manage/ticket_events';
const OURS = ['performance_uid', 'campaign_event_key', 'short_event_name', 'event_price', 'customer_dsn'];

const ALL_DAYS = { min_purchase_date: '1970-01-01', max_purchase_date: '2999-12-31' };

// Each with its title, its field of the answer, and how it is written.
export const FIGURES = [
  ['Tickets', 'sales_count', count],
  ['Seats', 'seats_count', count],
  ['Revenue', 'revenue', money],
  ['New fans', 'new_fans_count', count],
  ['Returning', 'returning_fans_count', count],
];

// The sales of some events, of all days.
export function salesOf(uids, signal) {
  return get(`${EVENTS}/sales`, { event_uid: uids }, signal);
}

// Tickets are counted by the key of their event, or, of one without, by its name, day and venue.
function sales(event, days, signal) {
  const { event_key, event_name, event_date, venue_name } = event;
  return get('/api/v1/crm/ticket_stats', { ...days, event_specific: true, ...event_key ? { event_key } : { event_name, event_date, venue_name } }, signal);
}

export async function exclude(event, is_excluded) {
  await post(`${EVENTS}/${event.event_uid}`, { is_excluded });
  event.is_excluded = is_excluded;
  say(`${event.event_name ?? event.event_uid} is ${is_excluded ? 'excluded: its tickets count nowhere' : 'included'}.`);
}

export async function ticketEvent(main, signal, uid) {
  const place = `${EVENTS}/${uid}`;
  const facts = el('div');
  const cards = el('div', { class: 'cards', 'aria-live': 'polite' });
  let event = await get(place, {}, signal);
  const performance = await pickerOf('performances', { name: 'performance_uid', label: 'Performance', hint: 'Empty for none.' });
  main.append(
    el('h1', {}, 'Ticket event'),
    el('h2', { class: 'long' }, `${event.event_name ?? event.event_key ?? ''} `, el('small', { class: 'note' }, uid)),
    facts,
    el('h3', {}, 'Sold'),
    sold(),
    cards,
    ...may('tickets:write') ? [el('h3', {}, 'Settings of the account'), ours()] : []);
  draw();
  await section(cards, signal, () => figures(ALL_DAYS));

  function draw() {
    redraw(facts, ...about(event),
      !may('tickets:write') ? '' : el('p', { class: 'buttons' }, act(event.is_excluded ? 'Include' : 'Exclude', event.event_name ?? uid, uid, turn)));
    if (document.activeElement === document.body) facts.querySelector('button')?.focus();
  }

  async function turn() {
    try {
      await exclude(event, !event.is_excluded);
      draw();
      await section(cards, signal, () => figures(ALL_DAYS));
    } catch (trouble) {
      unlessLeft(signal)(trouble);
    }
  }

  async function figures(days) {
    const stats = await sales(event, days, signal);
    return FIGURES.map(([title, field, shown]) => el('article', {}, title, el('b', {}, shown(stats[field]))));
  }

  function sold() {
    const days = fieldsOf([
      { name: 'min_purchase_date', label: 'Bought from (UTC)', kind: 'day' },
      { name: 'max_purchase_date', label: 'Bought to', kind: 'day' },
    ]);
    return form(days, 'Count', async values => {
      const from = values.min_purchase_date || ALL_DAYS.min_purchase_date;
      const to = values.max_purchase_date || ALL_DAYS.max_purchase_date;
      cards.replaceChildren(...await figures({ min_purchase_date: from, max_purchase_date: to }));
    });
  }

  // What is emptied is cleared; what was left as it is is not said again.
  function ours() {
    const fields = fieldsOf([
      performance,
      { name: 'short_event_name', label: 'Short name' },
      { name: 'campaign_event_key', label: 'Key in campaigns' },
      { name: 'event_price', label: 'Price', kind: 'decimal' },
      { name: 'customer_dsn', label: 'Customer\u2019s DSN' },
      { name: 'apply_historical', label: 'Apply historical', kind: 'flag' },
    ]);
    const shown = () => ({ ...event, event_price: event.event_price === null ? '' : String(event.event_price) });
    fields.show(shown());
    return form(fields, 'Save', async values => {
      const before = shown();
      const changes = Object.fromEntries(OURS.filter(name => values[name] !== (before[name] ?? '')).map(name => [name, values[name]]));
      await post(place, { ...changes, apply_historical: values.apply_historical === true });
      event = await get(place, {}, signal);
      fields.show(shown());
      draw();
      say('Saved.');
    });
  }
}

function about(event) {
  return [told([
    ['Day', event.event_date],
    ['Venue', event.venue_name],
    ['Artist', event.artist_name],
    ['Network', event.network],
    ['Key', event.event_key],
    ['Kind', event.event_type],
    ['Label', event.label_name],
    ['Notes', event.notes],
    ['Performance', event.performance_name],
    ['Excluded', yesNo(event.is_excluded) ?? 'no'],
    ['Known from tickets only', yesNo(event.is_placeholder)],
    ['Made', when(event.creation_timestamp)],
  ])];
}
