// The parts of a fan's record. The first ones show the record that the page has; the others ask for what they show.
import { get } from './calls.js';
import { count, day, deed, none, text, when } from './fanparts.js';
import {
  addTag, ban, changeConsent, changeProfile, decideConnection, endSession,
  endSessions, pressed, removeTag, setField, unban,
} from './fanwrites.js';
import { some } from './pages.js';
import { bytes, cards, el, outside, told, unlessLeft, yesNo } from './parts.js';
import { may } from './session.js';
import { RECORD as TEXT, WORDS } from './texts.js';

const STEP = 20;

export function profile({ person }) {
  return [told([
    [TEXT.name, text(person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' '))],
    [TEXT.displayName, text(person.display_name)],
    [TEXT.gender, person.gender],
    [TEXT.birthDate, person.birth_date && day(person.birth_date)],
    [TEXT.city, text(person.city)],
    [TEXT.postalCode, text(person.postal_code)],
    [TEXT.province, text(person.province)],
    [TEXT.country, person.country_code],
    [TEXT.metroArea, text(person.metro_area)],
    [TEXT.coordinates, (person.latitude ?? null) === null ? null : `${person.latitude}, ${person.longitude}`],
    [TEXT.ipAddress, person.ip_address],
    [TEXT.source, text(person.fan_source)],
    [TEXT.rating, person.rating],
    [TEXT.accessCode, text(person.access_code)],
    [TEXT.moderator, person.moderator_status],
    [TEXT.registered, when(person.creation_timestamp)],
    [TEXT.changed, when(person.last_update_timestamp)],
    [TEXT.properties, (person.props ?? null) === null ? null : text(JSON.stringify(person.props))],
  ])];
}

export const profileDeeds = of => [may('fans:write') && deed(TEXT.changeProfile, 'profile', pressed(of, changeProfile))];

export async function consent({ person, signal }) {
  const said = value => yesNo(value) ?? WORDS.neverSaid;
  const ids = person.opted_in_business_ids ?? [];
  const names = new Map(ids.length === 0 ? []
    : (await get('/api/v1/businesses', {}, signal)).map(one => [String(one.business_id), one.business_name]));
  return [told([
    [TEXT.email, may('contacts:read') ? text(person.email) ?? TEXT.none : null],
    [TEXT.phone, may('contacts:read') ? text(person.phone) ?? TEXT.none : null],
    [TEXT.subscribedByEmail, said(person.is_subscribed)],
    [TEXT.subscribedByPhone, said(person.is_phone_subscribed)],
    [TEXT.optedOut, said(person.is_optout)],
    [TEXT.emailConfirmed, said(person.is_confirmed)],
    [TEXT.phoneConfirmed, said(person.is_phone_confirmed)],
    [TEXT.hasAPassword, said(person.has_password)],
    [TEXT.businesses, ids.length === 0 ? TEXT.none : text(ids.map(id => names.get(String(id)) ?? id).join(', '))],
  ])];
}

export const consentDeeds = of => [may('fans:write') && deed(TEXT.changeConsent, 'consent', pressed(of, changeConsent))];

export function tags(of) {
  const given = of.person.tags ?? [];
  return given.length === 0 ? none(TEXT.noTags) : el('ul', { class: 'fan-tags' }, given.map(tag => el('li', {},
    el('a', { class: 'long', href: `#segments/tag/${tag.tag_id}` }, el('bdi', {}, tag.tag_name)),
    may('fans:write') ? deed('×', `untag ${tag.tag_id}`, () => removeTag(of, tag.tag_name).catch(unlessLeft(of.signal)),
      { class: 'fan-remove', 'aria-label': TEXT.removeTag(tag.tag_name) }) : null)));
}

export const tagDeeds = of => [may('fans:write') && deed(TEXT.addTag, 'tag', pressed(of, addTag))];

export async function fields(of) {
  const { person, signal } = of;
  if (!may('contacts:read')) return none(TEXT.noContacts);
  const known = await get('/api/v1/crm/fields', {}, signal);
  const values = person.fields ?? {};
  if (known.length === 0) return none(TEXT.noFields);
  const set = known.filter(one => one.crm_field_key in values);
  const open = known.filter(one => !(one.crm_field_key in values) && one.is_active);
  return some([...set, ...open], rows => cards(TEXT.fields, [
    [TEXT.field, row => row.crm_field_key],
    [TEXT.value, row => text([values[row.crm_field_key] ?? []].flat().join(', '))],
    [TEXT.type, row => row.field_type],
    [TEXT.readMore, row => row.link_url && outside(row.link_url)],
    ...may('fans:write', 'contacts:write') ? [['', row => row.is_active ? deed(TEXT.set, `set ${row.crm_field_key}`,
      pressed(of, () => setField(of, row, values[row.crm_field_key])), { 'aria-label': TEXT.setOf(row.crm_field_key) }) : '']] : [],
  ], rows), STEP);
}

export async function idols({ id, signal }) {
  const all = await get(`/api/v1/crm/fans/${id}/idols`, {}, signal);
  return all.length === 0 ? none() : some(all, rows => cards(TEXT.idols, [
    [TEXT.idol, row => text(row.idol_name)],
    [TEXT.type, row => row.idol_type],
    [TEXT.namedByTheFan, row => yesNo(row.is_explicit)],
    [TEXT.labels, row => text(row.idol_labels.join(', '))],
    [TEXT.since, row => when(row.creation_timestamp)],
  ], rows), STEP);
}

export function identifiers({ person: { identifiers: known } }) {
  return (known ?? []).length === 0 ? none() : some(known, rows => cards(TEXT.identifiers, [
    [TEXT.network, row => text(row.network)],
    [TEXT.identifier, row => text(row.identifier_value)],
  ], rows), STEP);
}

export async function connections(of) {
  const { id, signal } = of;
  const { connections: all, pending_approval_count: pending } = await get(`/api/v1/crm/fan_connections/${id}`, {}, signal);
  return all.length === 0 ? none() : [
    pending === 0 ? '' : el('p', { class: 'note' }, TEXT.pending(count(pending), pending === 1 ? TEXT.waits : TEXT.wait)),
    some(all, rows => cards(TEXT.connections, [
      [TEXT.fan, row => el('a', { class: 'long', href: `#fan/${row.fan_id}` }, el('bdi', {}, row.display_name ?? WORDS.fan(row.fan_id)))],
      [TEXT.now, row => row.status],
      [TEXT.askedBy, row => row.is_requester ? TEXT.theOtherFan : TEXT.thisFan],
      [TEXT.changed, row => when(row.last_update_timestamp)],
      ...may('fans:write') && pending > 0 ? [['', row => isAsked(row) ? [decision(of, row, true), decision(of, row, false)] : '']] : [],
    ], rows), STEP)];
}

// The other fan asked, and this one has not answered.
function isAsked(row) {
  return row.status === 'pending' && row.is_requester;
}

function decision(of, row, isApproved) {
  const name = row.display_name ?? WORDS.fan(row.fan_id);
  return deed(isApproved ? TEXT.approve : TEXT.decline, `${isApproved ? 'approve' : 'decline'} ${row.fan_id}`,
    () => decideConnection(of, row, name, isApproved).catch(unlessLeft(of.signal)),
    { 'aria-label': isApproved ? TEXT.approveOf(name) : TEXT.declineOf(name) });
}

export async function sessions(of) {
  const all = await get(`/api/v1/manage/fans/${of.id}/sessions`, {}, of.signal);
  if (all.length === 0) return none(TEXT.noSessions);
  return some(all.toReversed(), rows => cards(TEXT.sessions, [
    [TEXT.opened, row => when(row.creation_timestamp)],
    [TEXT.ends, row => when(row.expiration_timestamp)],
    [TEXT.login, row => row.login_type],
    ...may('contacts:read') ? [[TEXT.with, row => text(row.user_key)], [TEXT.address, row => row.ip_address]] : [],
    ...may('fans:write') ? [['', row => deed(TEXT.end, `end ${row.session_uid}`,
      () => endSession(of, row).catch(unlessLeft(of.signal)), { 'aria-label': TEXT.endOf(row.session_uid) })]] : [],
  ], rows), STEP);
}

export const sessionDeeds = of => [may('fans:write') && deed(TEXT.endAllSessions, 'end', pressed(of, endSessions))];

export async function media({ id, signal }) {
  const all = await get(`/api/v1/manage/fans/${id}/media`, {}, signal);
  return all.length === 0 ? none() : some(all.toReversed(), rows => el('ul', { class: 'fan-media' }, rows.map(row => el('li', {},
    el('img', { src: `/social_media/${encodeURIComponent(row.media_uid)}?width=240`, alt: TEXT.imageOfBy(row.width, row.height), loading: 'lazy' }),
    el('small', { class: 'note' }, when(row.creation_timestamp), ` ${row.image_type}, ${bytes(row.byte_count)}`)))), STEP);
}

export async function bans(of) {
  const all = await get(`/api/v1/manage/fans/${of.id}/bans`, {}, of.signal);
  return all.length === 0 ? none(TEXT.noBans) : some(all.toReversed(), rows => cards(TEXT.bansOfTheFan, [
    [WORDS.show, row => text(row.campaign_name ?? TEXT.campaignOf(row.page_tab_id))],
    [TEXT.now, row => el('span', { class: 'bad' }, row.is_mute ? TEXT.mayNotWrite : TEXT.keptOut)],
    [TEXT.until, row => when(row.until) ?? TEXT.forEver],
    [TEXT.reason, row => text(row.reason)],
    [TEXT.since, row => when(row.creation_timestamp)],
    ...may('moderation:write') ? [['', row => deed(TEXT.lift, `lift ${row.page_tab_id}`,
      () => unban(of, row).catch(unlessLeft(of.signal)), { 'aria-label': TEXT.liftOf(row.campaign_name ?? row.page_tab_id) })]] : [],
  ], rows), STEP);
}

export const banDeeds = of => [may('moderation:write') && deed(TEXT.banFromShow, 'ban', pressed(of, ban))];
