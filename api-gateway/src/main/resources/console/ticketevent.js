// A ticket event: its sales in a period, and the account's settings of it.
import { money } from './bought.js';
import { get, post } from './calls.js';
import { fieldsOf, form } from './forms.js';
import { when } from './locale.js';
import { act, count, el, redraw, say, section, told, unlessLeft, yesNo } from './parts.js';
import { pickerOf } from './picker.js';
import { may } from './session.js';
import { TICKET_EVENT as TEXT, WORDS } from './texts.js';

const EVENTS = '/api/v1/manage/ticket_events';
const OURS = ['performance_uid', 'campaign_event_key', 'short_event_name', 'event_price', 'customer_dsn'];

const ALL_DAYS = { min_purchase_date: '1970-01-01', max_purchase_date: '2999-12-31' };

// Each with its title, its field of the answer, and how it is written.
export const FIGURES = [
  [TEXT.tickets, 'sales_count', count],
  [TEXT.seats, 'seats_count', count],
  [TEXT.revenue, 'revenue', money],
  [TEXT.newFans, 'new_fans_count', count],
  [TEXT.returning, 'returning_fans_count', count],
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
  say(TEXT.isNow(event.event_name ?? event.event_uid, is_excluded ? TEXT.excludedNow : TEXT.includedNow));
}

export async function ticketEvent(main, signal, uid) {
  const place = `${EVENTS}/${uid}`;
  const facts = el('div');
  const cards = el('div', { class: 'cards', 'aria-live': 'polite' });
  let event = await get(place, {}, signal);
  const performance = await pickerOf('performances', { name: 'performance_uid', label: TEXT.performance, hint: TEXT.performanceHint });
  main.append(
    el('h1', {}, TEXT.ticketEvent),
    el('h2', { class: 'long' }, `${event.event_name ?? event.event_key ?? ''} `, el('small', { class: 'note' }, uid)),
    facts,
    el('h3', {}, TEXT.sold),
    sold(),
    cards,
    ...may('tickets:write') ? [el('h3', {}, TEXT.settings), ours()] : []);
  draw();
  await section(cards, signal, () => figures(ALL_DAYS));

  function draw() {
    redraw(facts, ...about(event),
      !may('tickets:write') ? '' : el('p', { class: 'buttons' }, act(event.is_excluded ? TEXT.include : TEXT.exclude, event.event_name ?? uid, uid, turn)));
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
      { name: 'min_purchase_date', label: TEXT.boughtFrom, kind: 'day' },
      { name: 'max_purchase_date', label: TEXT.boughtTo, kind: 'day' },
    ]);
    return form(days, TEXT.count, async values => {
      const from = values.min_purchase_date || ALL_DAYS.min_purchase_date;
      const to = values.max_purchase_date || ALL_DAYS.max_purchase_date;
      cards.replaceChildren(...await figures({ min_purchase_date: from, max_purchase_date: to }));
    });
  }

  // What is emptied is cleared; what was left as it is is not said again.
  function ours() {
    const fields = fieldsOf([
      performance,
      { name: 'short_event_name', label: TEXT.shortName },
      { name: 'campaign_event_key', label: TEXT.keyInCampaigns },
      { name: 'event_price', label: TEXT.price, kind: 'decimal' },
      { name: 'customer_dsn', label: TEXT.customersDsn },
      { name: 'apply_historical', label: TEXT.applyHistorical, kind: 'flag' },
    ]);
    const shown = () => ({ ...event, event_price: event.event_price === null ? '' : String(event.event_price) });
    fields.show(shown());
    return form(fields, WORDS.save, async values => {
      const before = shown();
      const changes = Object.fromEntries(OURS.filter(name => values[name] !== (before[name] ?? '')).map(name => [name, values[name]]));
      await post(place, { ...changes, apply_historical: values.apply_historical === true });
      event = await get(place, {}, signal);
      fields.show(shown());
      draw();
      say(WORDS.saved);
    });
  }
}

function about(event) {
  return [told([
    [TEXT.day, event.event_date],
    [TEXT.venue, event.venue_name],
    [TEXT.artist, event.artist_name],
    [TEXT.network, event.network],
    [TEXT.key, event.event_key],
    [TEXT.kind, event.event_type],
    [TEXT.label, event.label_name],
    [TEXT.notes, event.notes],
    [TEXT.performance, event.performance_name],
    [TEXT.excluded, yesNo(event.is_excluded) ?? WORDS.no],
    [TEXT.knownFromTicketsOnly, yesNo(event.is_placeholder)],
    [TEXT.made, when(event.creation_timestamp)],
  ])];
}
