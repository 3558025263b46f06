// A fan's tickets, registrations with their scans, and purchases.
import { get } from './calls.js';
import { count, day, none, number, text, when } from './fanparts.js';
import { some } from './pages.js';
import { cards, el, yesNo } from './parts.js';
import { may } from './session.js';

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
  return all.length === 0 ? none() : some(all, rows => cards('Tickets', [
    ['Event', row => text(row.event_name)],
    ['Day', row => row.event_date && day(row.event_date)],
    ['Venue', row => text(row.venue_name)],
    ['Bought', row => when(row.purchase_timestamp)],
    ['Seats', row => count(row.num_seats), true],
    ['Paid', row => money(row.paid_amount), true],
    ['Seat', row => text([row.section_name, row.row_name, row.seat_num].filter(Boolean).join(' '))],
    ['Network', row => text(row.network)],
    ['Key', row => text(row.ticket_key)],
    ['', row => row.is_deleted ? el('span', { class: 'bad' }, 'deleted') : ''],
  ], rows), STEP);
}

export async function registrations({ id, signal }) {
  const [all, scans] = await Promise.all([
    get(`/api/v1/crm/fans/${id}/registrations`, {}, signal),
    may('tickets:read') ? get(`/api/v1/manage/fans/${id}/scans`, {}, signal) : [],
  ]);
  return [
    all.length === 0 ? none('No registrations.') : some(all, rows => cards('Registrations', [
      ['Event', row => text(row.event_name)],
      ['Day', row => row.event_date && day(row.event_date)],
      ['Venue', row => text(row.venue_name)],
      ['Registered', row => when(row.registration_timestamp)],
      ['Name', row => text([row.first_name, row.last_name].filter(Boolean).join(' '))],
      ['Scans', row => count(scans.filter(scan => scan.registration_key === row.registration_key
        && scan.network === row.network).length), true],
      ['Network', row => text(row.network)],
      ['Key', row => text(row.registration_key)],
    ], rows), STEP),
    ...scans.length === 0 ? [] : [el('h3', {}, 'Scans'), some(scans.toReversed(), rows => cards('Scans', [
      ['Scanned', row => when(row.scan_timestamp)],
      ['Let in', row => yesNo(row.is_success)],
      ['Way', row => row.access_mode],
      ['Event', row => text(row.event_name)],
      ['Group', row => text(row.scan_group_name)],
      ['Place', row => text([row.fgt_site_name, row.fgt_zone_name].filter(Boolean).join(', '))],
      ['Of', row => row.pii_source],
      ['Code', row => text(row.barcode ?? row.registration_key ?? row.ticket_key)],
    ], rows), STEP)],
  ];
}

export async function purchases(of) {
  const all = await latest(of, 'purchases', ({ next_purchase_key }) => next_purchase_key === undefined ? null : { next_purchase_key });
  return all.length === 0 ? none() : some(all, rows => cards('Purchases', [
    ['Ordered', row => when(row.order_timestamp)],
    ['Product', row => text(row.product_name ?? row.product_key)],
    ['Category', row => text(row.product_category)],
    ['Gross', row => money(row.gross_sale_amount), true],
    ['Net', row => money(row.net_sale_amount), true],
    ['Merchant', row => text(row.merchant_key)],
    ['Location', row => text(row.location_key)],
    ['Order', row => text(row.order_key)],
    ['Network', row => text(row.network)],
  ], rows), STEP);
}
