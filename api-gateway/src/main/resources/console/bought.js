// A fan's tickets, registrations with their scans, and purchases.
import { get } from './calls.js';
import { count, day, none, number, text, when } from './fanparts.js';
import { some } from './pages.js';
import { cards, el, yesNo } from './parts.js';
import { may } from './session.js';
import { BOUGHT as TEXT } from './texts.js';

const FULL = 1000;
const PAGES = 5;
const STEP = 20;

export function money(value) {
  return value === null || value === undefined ? null : number(Number(value), { minimumFractionDigits: 2 });
}

// The rows of some pages, the latest first. `next` tells by what the page after a full one is asked for.
async function latest({ id, signal }, what, next) {
  const rows = [];
  let query = {};
  for (let page = 0; page < PAGES && query !== null; page++) {
    const { data, meta } = await get(`/api/v1/manage/fans/${id}/${what}`, query, signal);
    rows.push(...data);
    query = data.length < FULL ? null : next(meta);
  }
  return rows.reverse();
}

export async function tickets(of) {
  const all = await latest(of, 'tickets', ({ max_ticket_id }) => ({ min_ticket_id: max_ticket_id }));
  return all.length === 0 ? none() : some(all, rows => cards(TEXT.tickets, [
    [TEXT.event, row => text(row.event_name)],
    [TEXT.day, row => row.event_date && day(row.event_date)],
    [TEXT.venue, row => text(row.venue_name)],
    [TEXT.bought, row => when(row.purchase_timestamp)],
    [TEXT.seats, row => count(row.num_seats), true],
    [TEXT.paid, row => money(row.paid_amount), true],
    [TEXT.seat, row => text([row.section_name, row.row_name, row.seat_num].filter(Boolean).join(' '))],
    [TEXT.network, row => text(row.network)],
    [TEXT.key, row => text(row.ticket_key)],
    ['', row => row.is_deleted ? el('span', { class: 'bad' }, TEXT.deleted) : ''],
  ], rows), STEP);
}

export async function registrations({ id, signal }) {
  const [all, scans] = await Promise.all([
    get(`/api/v1/crm/fans/${id}/registrations`, {}, signal),
    may('tickets:read') ? get(`/api/v1/manage/fans/${id}/scans`, {}, signal) : [],
  ]);
  return [
    all.length === 0 ? none(TEXT.noRegistrations) : some(all, rows => cards(TEXT.registrations, [
      [TEXT.event, row => text(row.event_name)],
      [TEXT.day, row => row.event_date && day(row.event_date)],
      [TEXT.venue, row => text(row.venue_name)],
      [TEXT.registered, row => when(row.registration_timestamp)],
      [TEXT.name, row => text([row.first_name, row.last_name].filter(Boolean).join(' '))],
      [TEXT.scans, row => count(scans.filter(scan => scan.registration_key === row.registration_key
        && scan.network === row.network).length), true],
      [TEXT.network, row => text(row.network)],
      [TEXT.key, row => text(row.registration_key)],
    ], rows), STEP),
    ...scans.length === 0 ? [] : [el('h3', {}, TEXT.scans), some(scans.toReversed(), rows => cards(TEXT.scans, [
      [TEXT.scanned, row => when(row.scan_timestamp)],
      [TEXT.letIn, row => yesNo(row.is_success)],
      [TEXT.way, row => row.access_mode],
      [TEXT.event, row => text(row.event_name)],
      [TEXT.group, row => text(row.scan_group_name)],
      [TEXT.place, row => text([row.fgt_site_name, row.fgt_zone_name].filter(Boolean).join(', '))],
      [TEXT.of, row => row.pii_source],
      [TEXT.code, row => text(row.barcode ?? row.registration_key ?? row.ticket_key)],
    ], rows), STEP)],
  ];
}

export async function purchases(of) {
  const all = await latest(of, 'purchases', ({ next_purchase_key }) => next_purchase_key === undefined ? null : { next_purchase_key });
  return all.length === 0 ? none() : some(all, rows => cards(TEXT.purchases, [
    [TEXT.ordered, row => when(row.order_timestamp)],
    [TEXT.product, row => text(row.product_name ?? row.product_key)],
    [TEXT.category, row => text(row.product_category)],
    [TEXT.gross, row => money(row.gross_sale_amount), true],
    [TEXT.net, row => money(row.net_sale_amount), true],
    [TEXT.merchant, row => text(row.merchant_key)],
    [TEXT.location, row => text(row.location_key)],
    [TEXT.order, row => text(row.order_key)],
    [TEXT.network, row => text(row.network)],
  ], rows), STEP);
}
