// What can be done for a fan: each is a dialog with a form. The parts of the page that show its result are read anew before
// the dialog closes.
import { bytesOf, get, pointTypes, post, remove } from './calls.js';
import { asking, count } from './fanparts.js';
import { fieldsOf, idOfField } from './forms.js';
import { confirmed, el, saved, say, unlessLeft } from './parts.js';
import { canPick, pickerOf } from './picker.js';
import { may } from './session.js';
import { missing } from './signin.js';
import { namesOf } from './values.js';

const YES_NO = [['true', 'Yes'], ['false', 'No']];
const SHOWS = ['fanxp', 'livexp'];

// A button may be pressed while the lists of its dialog are still on their way.
export function pressed(of, open) {
  return () => open(of).catch(unlessLeft(of.signal));
}

function spelled(name, trouble, ...others) {
  for (const error of trouble.errors ?? []) if (others.includes(error.field)) error.field = name;
  return trouble;
}

// Points are given, or taken away by a record with a negative count: records of a ledger never change.
export async function award(of, isCorrection, row = null) {
  const [types, balances] = await Promise.all([pointTypes(), get(`/api/v1/manage/fans/${of.id}/balances`, {}, of.signal)]);
  // The kind that is looked at, else the one that the fan has most of.
  const usual = of.points ?? balances.toSorted((a, b) => b.balance - a.balance)[0]?.point_uid ?? types[0]?.point_uid;
  const fields = fieldsOf([
    { name: 'point_uid', label: 'Kind of points', kind: 'choice', options: types.map(one => [one.point_uid, one.point_name]) },
    { name: 'point_count', label: isCorrection ? 'Points to take away' : 'Points', kind: 'whole' },
    { name: 'award_key', label: 'Key', hint: 'Optional. Points with the same key are given once.' },
  ]);
  fields.show({ point_uid: row?.point_uid ?? usual, point_count: row === null ? '' : String(row.point_count) });
  asking(of.signal, isCorrection ? 'Correct points' : 'Give points', {
    sentences: types.length === 0 ? ['This account has no kind of points yet.']
      : isCorrection ? ['The ledger keeps its records. A correction is a record of its own, which takes points away.'] : [],
    fields,
    label: isCorrection ? 'Correct' : 'Give points',
    send: async ({ point_uid, point_count, award_key }) => {
      if (!/^[+-]?\d+$/.test(point_count)) throw missing('point_count', 'must be a whole number');
      if (isCorrection && Number(point_count) === 0) throw missing('point_count', 'must not be 0');
      const points = isCorrection ? -Number(point_count) : Number(point_count);
      await post('/api/v1/ent/fan_points', { fan_id: of.id, point_uid, point_count: points, ...award_key === '' ? {} : { award_key } });
      of.points = point_uid;
      await of.changed('points', 'quests', 'rewards');
      return points < 0 ? `${count(-points)} points are taken away.` : `${count(points)} points are given.`;
    },
  });
  if (row !== null) document.querySelector('dialog.fan-dialog [name=point_count]').focus();
}

export async function addTag(of) {
  const fields = fieldsOf([await pickerOf('tags', { name: 'tag', label: 'Tag', hint: 'A new name makes a new tag.', free: true })]);
  asking(of.signal, 'Add a tag', {
    fields,
    label: 'Add',
    send: async ({ tag }) => {
      if (tag === '') throw missing('tag', 'must not be empty');
      await tagged(of, tag, true).catch(trouble => { throw spelled('tag', trouble, `tag_${tag}`); });
      return `${tag} is added.`;
    },
  });
}

async function tagged(of, tag, isGiven) {
  await post(`/api/v1/manage/fans/${of.id}`, { [`tag_${tag}`]: isGiven });
  await of.changed('person', 'quests', 'rewards');
}

export async function removeTag(of, tag) {
  await tagged(of, tag, false);
  say(`${tag} is removed.`);
}

// The kinds of custom fields by their types.
const INPUTS = {
  text: () => ({}),
  number: () => ({ kind: 'decimal' }),
  date: () => ({ kind: 'day' }),
  boolean: () => ({ kind: 'choice', options: [['', 'No value'], ...YES_NO] }),
  select: ({ field_options: options }) => ({ kind: 'choice', options: [['', 'No value'], ...options.map(one => [one, one])] }),
};

export async function setField(of, field, value) {
  const name = `field_${field.crm_field_key}`;
  const label = field.crm_field_key;
  const fields = fieldsOf([field.field_type === 'multi_select' ? several(name, label, field.field_options)
    : { name, label, hint: 'Empty removes the value.', ...INPUTS[field.field_type](field) }]);
  fields.show({ [name]: field.field_type === 'multi_select' ? [value ?? []].flat() : value === undefined ? '' : String(value) });
  asking(of.signal, 'Set a field', {
    fields,
    label: 'Save',
    send: async values => {
      const given = [values[name]].flat();
      await post(`/api/v1/manage/fans/${of.id}`, { [name]: given.join(',') });
      await of.changed('person');
      return `${label} is saved.`;
    },
  });
}

// Several of some options, each with a box.
function several(name, label, options) {
  const boxes = options.map(option => {
    const id = idOfField();
    const box = el('input', { type: 'checkbox', id, value: option });
    return { box, node: el('div', { class: 'field flag' }, box, el('label', { for: id }, option)) };
  });
  const complaint = el('small', { class: 'bad', hidden: true });
  return {
    names: [name],
    node: el('fieldset', {}, el('legend', {}, label), boxes.map(one => one.node), complaint),
    read: () => ({ [name]: boxes.filter(one => one.box.checked).map(one => one.box.value) }),
    show: values => boxes.forEach(({ box }) => { box.checked = (values[name] ?? []).includes(box.value); }),
    complain: sentence => {
      complaint.textContent = sentence;
      complaint.hidden = sentence === '';
    },
    focus: () => boxes[0]?.box.focus(),
  };
}

const CONSENT = [
  ['is_subscribed', 'Wants emails'],
  ['is_phone_subscribed', 'Wants texts to the phone'],
  ['is_optout', 'Opted out of everything'],
  ['is_confirmed', 'Email is confirmed'],
  ['is_phone_confirmed', 'Phone is confirmed'],
];

// Only what was changed is sent. What the fan has said once cannot be unsaid.
export async function changeConsent(of) {
  const { person } = of;
  const heard = (person.opted_in_business_ids ?? []).map(String);
  const names = await namesOf('businesses', heard);
  const shown = heard.map(id => [`business_${id}`, names.get(id) ?? `business ${id}`]);
  const fields = fieldsOf([
    ...CONSENT.map(([name, label]) => ({ name, label, kind: 'choice',
      options: [...typeof person[name] === 'boolean' ? [] : [['', 'Never said']], ...YES_NO] })),
    ...shown.map(([name, business]) => ({ name, label: `Hears from ${business}`, kind: 'flag' })),
    ...await canPick({ ref: 'businesses' }) ? [await pickerOf('businesses', { name: 'businesses', label: shown.length === 0 ? 'Hears from' : 'Also hears from',
      list: true })] : [],
  ]);
  fields.show({
    ...Object.fromEntries(CONSENT.map(([name]) => [name, typeof person[name] === 'boolean' ? String(person[name]) : ''])),
    ...Object.fromEntries(shown.map(([name]) => [name, true])),
  });
  asking(of.signal, 'Change consent', {
    fields,
    label: 'Save',
    send: async values => {
      const changes = {};
      for (const [name] of CONSENT) {
        if (values[name] !== '' && values[name] !== String(person[name])) changes[name] = values[name] === 'true';
      }
      for (const [name] of shown) if (values[name] !== true) changes[name] = false;
      for (const id of values.businesses ?? []) if (!heard.includes(id)) changes[`business_${id}`] = true;
      if (Object.keys(changes).length === 0) return 'Nothing was changed.';
      await post(`/api/v1/crm/fans/${of.id}`, changes);
      await of.changed('person');
      return 'The consent is saved.';
    },
  });
}

const GENDERS = [['', 'Not told'], ['male', 'Male'], ['female', 'Female'], ['diverse', 'Diverse'], ['other', 'Other']];
const PROFILE = [
  { name: 'name', label: 'Name', kind: 'person', isContact: true },
  { name: 'display_name', label: 'Display name', kind: 'person' },
  { name: 'email', label: 'Email', kind: 'email', isContact: true },
  { name: 'phone', label: 'Phone', isContact: true },
  { name: 'gender', label: 'Gender', kind: 'choice', options: GENDERS },
  { name: 'birth_date', label: 'Birth date', kind: 'day', isContact: true },
  { name: 'country_code', label: 'Country', hint: 'Two letters.' },
  { name: 'province', label: 'Province' },
  { name: 'city', label: 'City' },
  { name: 'postal_code', label: 'Postal code', isContact: true },
];

export async function changeProfile(of) {
  const { person } = of;
  const shown = PROFILE.filter(one => !one.isContact || may('contacts:write'));
  const fields = fieldsOf(shown);
  fields.show(person);
  asking(of.signal, 'Change the profile', {
    fields,
    label: 'Save',
    send: async values => {
      const changes = Object.fromEntries(shown.map(one => [one.name, values[one.name]])
        .filter(([name, value]) => value !== (person[name] ?? '')));
      if (Object.keys(changes).length === 0) return 'Nothing was changed.';
      if (['province', 'city', 'postal_code'].some(name => changes[name])) changes.country_code ??= values.country_code;
      await post(`/api/v1/crm/fans/${of.id}`, changes);
      await of.changed('person');
      return 'The profile is saved.';
    },
  });
}

// Whoever may not read campaigns, as a moderator, chooses among the shows that anybody sees.
async function showField(of) {
  const told = { name: 'page_tab_id', label: 'Show' };
  if (await canPick({ ref: 'apps' })) return pickerOf('apps', { ...told, only: row => SHOWS.includes(row.app_type) });
  const shows = (await Promise.all(SHOWS.map(app_type => get('/api/v1/apps', { app_type }, of.signal)))).flat();
  return { ...told, kind: 'choice', options: shows.map(one => [one.page_tab_id, one.name]) };
}

export async function ban(of) {
  const show = await showField(of);
  const fields = fieldsOf([
    show,
    { name: 'is_mute', label: 'The fan', kind: 'choice', options: [['false', 'is kept out'], ['true', 'may read, but not write']] },
    { name: 'until', label: 'Until the end of this day (UTC)', kind: 'day', hint: 'Empty: for ever.' },
    { name: 'reason', label: 'Reason', kind: 'person', hint: 'For staff. Optional.' },
  ]);
  fields.show({ page_tab_id: show.options?.[0]?.[0], is_mute: 'false' });
  asking(of.signal, 'Ban from a show', {
    fields,
    label: 'Ban',
    danger: true,
    send: async ({ page_tab_id, is_mute, until, reason }) => {
      if (!page_tab_id) throw missing('page_tab_id', 'must be a show');
      await post(`/api/v1/manage/live/${page_tab_id}/bans`, { fan_id: of.id, is_mute: is_mute === 'true',
        ...until === '' ? {} : { until: `${until}T23:59:59Z` }, ...reason === '' ? {} : { reason } });
      await of.changed('bans');
      return 'The fan is banned.';
    },
  });
}

export async function unban(of, row) {
  await remove(`/api/v1/manage/live/${row.page_tab_id}/bans/${of.id}`);
  await of.changed('bans');
  say('The ban is lifted.');
}

export async function endSession(of, row) {
  await remove(`/api/v1/manage/sessions/${encodeURIComponent(row.session_uid)}`);
  await of.changed('sessions');
  say('The session is ended.');
}

export async function endSessions(of) {
  if (!await confirmed('End all sessions?', 'The fan is signed out everywhere and can sign in again.', 'End all')) return;
  await remove(`/api/v1/manage/fans/${of.id}/sessions`);
  await of.changed('sessions');
  say('All sessions are ended.');
}

export async function exportFan(of) {
  say('The export is being made.');
  const bytes = await bytesOf(`/api/v1/manage/audit/fans/${of.id}/export`, of.signal);
  saved(`fan-${of.id}.zip`, bytes, 'application/zip');
  say('The export is saved as a file.');
}

// Nothing brings an erased fan back, so the fan is named once more.
export async function erase(of) {
  const { email } = of.person;
  const fields = fieldsOf([{ name: 'named', label: email ? 'The fan_id or the email of the fan' : 'The fan_id of the fan' }]);
  asking(of.signal, 'Erase the fan?', {
    sentences: [
      'Everything personal is destroyed for ever: the profile, contacts, fields, tags, activities, purchases, messages and media. Points stay without a name. Nobody can undo this.',
      `To go on, enter ${of.id}${email ? ` or ${email}` : ''}.`,
    ],
    fields,
    label: 'Erase for ever',
    danger: true,
    send: async ({ named }) => {
      if (named !== String(of.id) && (!email || named.toLowerCase() !== email.toLowerCase())) {
        throw missing('named', 'is not this fan');
      }
      await remove(`/api/v1/crm/fans/${of.id}`);
      await of.erased();
      return 'The fan is erased.';
    },
  });
}
