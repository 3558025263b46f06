// A fan's tickets, registrations with their scans, and purchases.
import { get } from './calls.js';
import { some } from './pages.js';
import { count, el, table, time, yesNo } from './parts.js';

const nothing = () => el('p', { class: 'note' }, 'None.');

export function money(value) {
  return value === null || value === undefined ? null : Number(value).toLocaleString('en', { minimumFractionDigits: 2 });
}

function event(row) {
  return row.event_name && el('span', { class: 'long' }, row.event_name);
}

export async function tickets({ exported }) {
  const all = (await exported('tickets.json')).toReversed();
  return all.length === 0 ? nothing() : some(all, rows => table('Tickets', [
    ['Event', event],
    ['Day', row => row.event_date],
    ['Venue', row => row.venue_name],
    ['Bought (UTC)', row => row.purchase_timestamp && time(row.purchase_timestamp)],
    ['Seats', row => count(row.num_seats), true],
    ['Paid', row => money(row.paid_amount), true],
    ['Seat', row => [row.section_name, row.row_name, row.seat_num].filter(Boolean).join(' ') || null],
    ['Network', row => row.network],
    ['Key', row => row.ticket_key],
    ['', row => row.is_deleted ? el('span', { class: 'bad' }, 'deleted') : ''],
  ], rows));
}

export async function registrations({ id, signal, exported }) {
  const [all, scans] = await Promise.all([
    get(`/api/v1/crm/fans/${id}/registrations`, {}, signal),
    exported('scans.json'),
  ]);
  return el('div', {},
    el('h4', {}, 'Registrations'),
    all.length === 0 ? nothing() : some(all, rows => table('Registrations', [
      ['Event', event],
      ['Day', row => row.event_date],
      ['Venue', row => row.venue_name],
      ['Registered (UTC)', row => row.registration_timestamp && time(row.registration_timestamp)],
      ['Name', row => [row.first_name, row.last_name].filter(Boolean).join(' ') || null],
      ['Scans', row => count(scans.filter(scan => scan.registration_key === row.registration_key
        && scan.network === row.network).length), true],
      ['Network', row => row.network],
      ['Key', row => row.registration_key],
    ], rows)),
    el('h4', {}, 'Scans'),
    scans.length === 0 ? nothing() : some(scans.toReversed(), rows => table('Scans', [
      ['Scanned (UTC)', row => row.scan_timestamp && time(row.scan_timestamp)],
      ['Let in', row => yesNo(row.is_success)],
      ['Way', row => row.access_mode],
      ['Event', event],
      ['Group', row => row.scan_group_name],
      ['Place', row => [row.fgt_site_name, row.fgt_zone_name].filter(Boolean).join(', ') || null],
      ['Of', row => row.pii_source],
      ['Code', row => row.barcode ?? row.registration_key ?? row.ticket_key],
    ], rows)));
}

export async function purchases({ exported }) {
  const all = (await exported('purchases.json')).toReversed();
  return all.length === 0 ? nothing() : some(all, rows => table('Purchases', [
    ['Ordered (UTC)', row => row.order_timestamp && time(row.order_timestamp)],
    ['Product', row => row.product_name ?? row.product_key],
    ['Category', row => row.product_category],
    ['Gross', row => money(row.gross_sale_amount), true],
    ['Net', row => money(row.net_sale_amount), true],
    ['Merchant', row => row.merchant_key],
    ['Location', row => row.location_key],
    ['Order', row => row.order_key],
    ['Network', row => row.network],
  ], rows));
}
