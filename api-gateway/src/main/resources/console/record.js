// The parts of a fan's record. The first ones show the record that the page has; the others ask for what they show.
import { get } from './calls.js';
import { count, day, deed, none, text, when } from './fanparts.js';
import {
  addTag, ban, changeConsent, changeProfile, endSession, endSessions, pressed, removeTag, setField, unban,
} from './fanwrites.js';
import { some } from './pages.js';
import { bytes, cards, el, outside, told, unlessLeft, yesNo } from './parts.js';
import { may } from './session.js';

const STEP = 20;

export function profile({ person }) {
  return [told([
    ['Name', text(person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' '))],
    ['Display name', text(person.display_name)],
    ['Gender', person.gender],
    ['Birth date', person.birth_date && day(person.birth_date)],
    ['City', text(person.city)],
    ['Postal code', text(person.postal_code)],
    ['Province', text(person.province)],
    ['Country', person.country_code],
    ['Metro area', text(person.metro_area)],
    ['Coordinates', (person.latitude ?? null) === null ? null : `${person.latitude}, ${person.longitude}`],
    ['IP address', person.ip_address],
    ['Source', text(person.fan_source)],
    ['Rating', person.rating],
    ['Access code', text(person.access_code)],
    ['Moderator', person.moderator_status],
    ['Registered', when(person.creation_timestamp)],
    ['Changed', when(person.last_update_timestamp)],
    ['Properties', (person.props ?? null) === null ? null : text(JSON.stringify(person.props))],
  ])];
}

export const profileDeeds = of => [may('fans:write') && deed('Change the profile', 'profile', pressed(of, changeProfile))];

export async function consent({ person, signal }) {
  const said = value => yesNo(value) ?? 'never said';
  const ids = person.opted_in_business_ids ?? [];
  const names = new Map(ids.length === 0 ? []
    : (await get('/api/v1/businesses', {}, signal)).map(one => [String(one.business_id), one.business_name]));
  return [told([
    ['Email', may('contacts:read') ? text(person.email) ?? 'none' : null],
    ['Phone', may('contacts:read') ? text(person.phone) ?? 'none' : null],
    ['Subscribed by email', said(person.is_subscribed)],
    ['Subscribed by phone', said(person.is_phone_subscribed)],
    ['Opted out', said(person.is_optout)],
    ['Email confirmed', said(person.is_confirmed)],
    ['Phone confirmed', said(person.is_phone_confirmed)],
    ['Has a password', said(person.has_password)],
    ['Businesses', ids.length === 0 ? 'none' : text(ids.map(id => names.get(String(id)) ?? id).join(', '))],
  ])];
}

export const consentDeeds = of => [may('fans:write') && deed('Change consent', 'consent', pressed(of, changeConsent))];

export function tags(of) {
  const given = of.person.tags ?? [];
  return given.length === 0 ? none('No tags.') : el('ul', { class: 'fan-tags' }, given.map(tag => el('li', {},
    el('a', { class: 'long', href: `#segments/tag/${tag.tag_id}` }, el('bdi', {}, tag.tag_name)),
    may('fans:write') ? deed('×', `untag ${tag.tag_id}`, () => removeTag(of, tag.tag_name).catch(unlessLeft(of.signal)),
      { class: 'fan-remove', 'aria-label': `Remove the tag ${tag.tag_name}` }) : null)));
}

export const tagDeeds = of => [may('fans:write') && deed('Add a tag', 'tag', pressed(of, addTag))];

export async function fields(of) {
  const { person, signal } = of;
  if (!may('contacts:read')) return none('Your role does not include contacts, and fields may hold some.');
  const known = await get('/api/v1/crm/fields', {}, signal);
  const values = person.fields ?? {};
  if (known.length === 0) return none('This account has no fields of its own.');
  const set = known.filter(one => one.crm_field_key in values);
  const open = known.filter(one => !(one.crm_field_key in values) && one.is_active);
  return some([...set, ...open], rows => cards('Fields', [
    ['Field', row => row.crm_field_key],
    ['Value', row => text([values[row.crm_field_key] ?? []].flat().join(', '))],
    ['Type', row => row.field_type],
    ['Read more', row => row.link_url && outside(row.link_url)],
    ...may('fans:write', 'contacts:write') ? [['', row => row.is_active ? deed('Set', `set ${row.crm_field_key}`,
      pressed(of, () => setField(of, row, values[row.crm_field_key])), { 'aria-label': `Set ${row.crm_field_key}` }) : '']] : [],
  ], rows), STEP);
}

export async function idols({ id, signal }) {
  const all = await get(`/api/v1/crm/fans/${id}/idols`, {}, signal);
  return all.length === 0 ? none() : some(all, rows => cards('Idols', [
    ['Idol', row => text(row.idol_name)],
    ['Type', row => row.idol_type],
    ['Named by the fan', row => yesNo(row.is_explicit)],
    ['Labels', row => text(row.idol_labels.join(', '))],
    ['Since', row => when(row.creation_timestamp)],
  ], rows), STEP);
}

export function identifiers({ person: { identifiers: known } }) {
  return (known ?? []).length === 0 ? none() : some(known, rows => cards('Identifiers', [
    ['Network', row => text(row.network)],
    ['Identifier', row => text(row.identifier_value)],
  ], rows), STEP);
}

export async function connections({ id, signal }) {
  const { connections: all, pending_approval_count: pending } = await get(`/api/v1/crm/fan_connections/${id}`, {}, signal);
  return all.length === 0 ? none() : [
    pending === 0 ? '' : el('p', { class: 'note' }, `${count(pending)} ${pending === 1 ? 'waits' : 'wait'} for this fan\u2019s word.`),
    some(all, rows => cards('Connections', [
      ['Fan', row => el('a', { class: 'long', href: `#fan/${row.fan_id}` }, el('bdi', {}, row.display_name ?? `fan ${row.fan_id}`))],
      ['Now', row => row.status],
      ['Asked by', row => row.is_requester ? 'the other fan' : 'this fan'],
      ['Changed', row => when(row.last_update_timestamp)],
    ], rows), STEP)];
}

export async function sessions(of) {
  const all = await get(`/api/v1/manage/fans/${of.id}/sessions`, {}, of.signal);
  if (all.length === 0) return none('The fan is signed in nowhere.');
  return some(all.toReversed(), rows => cards('Sessions', [
    ['Opened', row => when(row.creation_timestamp)],
    ['Ends', row => when(row.expiration_timestamp)],
    ['Login', row => row.login_type],
    ...may('contacts:read') ? [['With', row => text(row.user_key)], ['Address', row => row.ip_address]] : [],
    ...may('fans:write') ? [['', row => deed('End', `end ${row.session_uid}`,
      () => endSession(of, row).catch(unlessLeft(of.signal)), { 'aria-label': `End the session ${row.session_uid}` })]] : [],
  ], rows), STEP);
}

export const sessionDeeds = of => [may('fans:write') && deed('End all sessions', 'end', pressed(of, endSessions))];

export async function media({ id, signal }) {
  const all = await get(`/api/v1/manage/fans/${id}/media`, {}, signal);
  return all.length === 0 ? none() : some(all.toReversed(), rows => el('ul', { class: 'fan-media' }, rows.map(row => el('li', {},
    el('img', { src: `/social_media/${encodeURIComponent(row.media_uid)}?width=240`, alt: `Image of ${row.width} by ${row.height}`, loading: 'lazy' }),
    el('small', { class: 'note' }, when(row.creation_timestamp), ` ${row.image_type}, ${bytes(row.byte_count)}`)))), STEP);
}

export async function bans(of) {
  const all = await get(`/api/v1/manage/fans/${of.id}/bans`, {}, of.signal);
  return all.length === 0 ? none('The fan is banned from no show.') : some(all.toReversed(), rows => cards('Bans of the fan', [
    ['Show', row => text(row.campaign_name ?? `campaign ${row.page_tab_id}`)],
    ['Now', row => el('span', { class: 'bad' }, row.is_mute ? 'may not write' : 'kept out')],
    ['Until', row => when(row.until) ?? 'for ever'],
    ['Reason', row => text(row.reason)],
    ['Since', row => when(row.creation_timestamp)],
    ...may('moderation:write') ? [['', row => deed('Lift', `lift ${row.page_tab_id}`,
      () => unban(of, row).catch(unlessLeft(of.signal)), { 'aria-label': `Lift the ban from ${row.campaign_name ?? row.page_tab_id}` })]] : [],
  ], rows), STEP);
}

export const banDeeds = of => [may('moderation:write') && deed('Ban from a show', 'ban', pressed(of, ban))];
