// The record of a fan: its profile, and further sections that are loaded when they are opened.
import { purchases, registrations, tickets } from './bought.js';
import { get } from './calls.js';
import { exportOf } from './export.js';
import { some } from './pages.js';
import { count, el, outside, section, table, time, told, yesNo } from './parts.js';
import { may } from './session.js';

const nothing = () => el('p', { class: 'note' }, 'None.');

const SECTIONS = [
  ['Flags and consent', consent],
  ['Tags', tags],
  ['Custom fields', fields],
  ['Idols', idols],
  ['Identifiers', identifiers],
  ['Connections', connections],
  ...[['Tickets', tickets], ['Registrations and scans', registrations], ['Purchases', purchases]]
    .map(part => [...part, 'export:read', 'contacts:read']),
];

export async function record(main, signal, id, person) {
  const of = { id, signal, person, exported: exportOf(id, signal) };
  main.append(el('section', { class: 'profile', 'aria-label': 'Profile' }, profile(person)),
    ...SECTIONS.filter(([, , ...rights]) => may(...rights)).map(([title, fill]) => {
      const place = el('div');
      let shown = false;
      return el('details', { class: 'part', ontoggle: event => {
        if (!event.target.open || shown) return;
        shown = true;
        section(place, signal, async () => {
          try {
            return [await fill(of)];
          } catch (trouble) {
            shown = false;
            throw trouble;
          }
        });
      } }, el('summary', {}, title), place);
    }));
}

function profile(person) {
  const at = (seconds) => seconds === null || seconds === undefined ? null : `${time(seconds)} UTC`;
  return told([
    ['Name', person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' ')],
    ['Display name', person.display_name],
    ['Email', person.email],
    ['Phone', person.phone],
    ['Gender', person.gender],
    ['Birth date', person.birth_date],
    ['City', person.city],
    ['Postal code', person.postal_code],
    ['Province', person.province],
    ['Country', person.country_code],
    ['Metro area', person.metro_area],
    ['Coordinates', person.latitude === null ? null : `${person.latitude}, ${person.longitude}`],
    ['IP address', person.ip_address],
    ['Source', person.fan_source],
    ['Rating', person.rating],
    ['Access code', person.access_code],
    ['Moderator', person.moderator_status],
    ['Latest campaign', person.last_page_tab_id === null ? person.last_campaign_name
      : el('a', { href: `#campaigns/${person.last_page_tab_id}` }, person.last_campaign_name ?? String(person.last_page_tab_id))],
    ['Registered', at(person.creation_timestamp)],
    ['Changed', at(person.last_update_timestamp)],
    ['Properties', person.props === null ? null : JSON.stringify(person.props)],
  ]);
}

async function consent({ person, signal }) {
  const said = value => yesNo(value) ?? 'never said';
  const ids = person.opted_in_business_ids ?? [];
  const names = new Map(ids.length === 0 || !may('content:read') ? []
    : (await get('/api/v1/manage/businesses', {}, signal)).map(one => [one.business_id, one.business_name]));
  return told([
    ['Subscribed by email', said(person.is_subscribed)],
    ['Subscribed by phone', said(person.is_phone_subscribed)],
    ['Opted out', said(person.is_optout)],
    ['Email confirmed', said(person.is_confirmed)],
    ['Phone confirmed', said(person.is_phone_confirmed)],
    ['Has a password', said(person.has_password)],
    ['Guest', yesNo(person.is_guest)],
    ['Businesses', ids.length === 0 ? 'none' : ids.map(id => names.get(id) ?? id).join(', ')],
  ]);
}

function tags({ person: { tags: given } }) {
  return given?.length ? el('ul', { class: 'tags' }, given.map(tag =>
    el('li', {}, el('a', { class: 'long', href: `#segments/tag/${tag.tag_id}` }, tag.tag_name)))) : nothing();
}

async function fields({ person, signal }) {
  const values = Object.entries(person.fields ?? {});
  if (values.length === 0) return nothing();
  const known = new Map((await get('/api/v1/crm/fields', {}, signal)).map(one => [one.crm_field_key, one]));
  return table('Custom fields', [
    ['Field', ([key]) => key],
    ['Value', ([, value]) => el('span', { class: 'long' }, [value].flat().join(', '))],
    ['Type', ([key]) => known.get(key)?.field_type],
    ['Read more', ([key]) => known.get(key)?.link_url && outside(known.get(key).link_url)],
  ], values);
}

async function idols({ id, signal }) {
  const all = await get(`/api/v1/crm/fans/${id}/idols`, {}, signal);
  return all.length === 0 ? nothing() : some(all, rows => table('Idols', [
    ['Idol', row => el('span', { class: 'long' }, row.idol_name)],
    ['Type', row => row.idol_type],
    ['Named by the fan', row => yesNo(row.is_explicit)],
    ['Labels', row => row.idol_labels.join(', ') || null],
    ['Since (UTC)', row => time(row.creation_timestamp)],
  ], rows));
}

function identifiers({ person: { identifiers: known } }) {
  if (!known) return el('p', { class: 'note' }, 'Your role does not include contacts.');
  return known.length === 0 ? nothing() : some(known, rows => table('Identifiers', [
    ['Network', row => row.network],
    ['Identifier', row => el('span', { class: 'long' }, row.identifier_value)],
  ], rows));
}

async function connections({ id, signal }) {
  const { connections: all, pending_approval_count: pending } = await get(`/api/v1/crm/fan_connections/${id}`, {}, signal);
  return all.length === 0 ? nothing() : el('div', {},
    pending === 0 ? null : el('p', { class: 'note' }, `${count(pending)} ${pending === 1 ? 'waits' : 'wait'} for this fan\u2019s word.`),
    some(all, rows => table('Connections', [
      ['Fan', row => el('a', { class: 'long', href: `#fan/${row.fan_id}/record` }, row.display_name ?? `fan ${row.fan_id}`)],
      ['Now', row => row.status],
      ['Asked by', row => row.is_requester ? 'the other fan' : 'this fan'],
      ['Changed (UTC)', row => time(row.last_update_timestamp)],
    ], rows)));
}
