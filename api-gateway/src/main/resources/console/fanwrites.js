// What can be done for a fan: each is a dialog with a form. The parts of the page that show its result are read anew before
// the dialog closes.
import { bytesOf, get, pointTypes, post, remove } from './calls.js';
import { asking, count } from './fanparts.js';
import { fieldsOf, idOfField } from './forms.js';
import { confirmed, el, saved, say, unlessLeft } from './parts.js';
import { canPick, pickerOf } from './picker.js';
import { may } from './session.js';
import { missing } from './signin.js';
import { FAN_WRITES as TEXT, WORDS } from './texts.js';
import { namesOf } from './values.js';

const YES_NO = [['true', WORDS.choiceYes], ['false', WORDS.choiceNo]];
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
    { name: 'point_uid', label: TEXT.kindOfPoints, kind: 'choice', options: types.map(one => [one.point_uid, one.point_name]) },
    { name: 'point_count', label: isCorrection ? TEXT.pointsToTake : TEXT.points, kind: 'whole' },
    { name: 'award_key', label: TEXT.key, hint: TEXT.keyHint },
  ]);
  fields.show({ point_uid: row?.point_uid ?? usual, point_count: row === null ? '' : String(row.point_count) });
  asking(of.signal, isCorrection ? TEXT.correctPoints : TEXT.givePoints, {
    sentences: types.length === 0 ? [TEXT.noPoints]
      : isCorrection ? [TEXT.aboutCorrection] : [],
    fields,
    label: isCorrection ? TEXT.correct : TEXT.givePoints,
    send: async ({ point_uid, point_count, award_key }) => {
      if (!/^[+-]?\d+$/.test(point_count)) throw missing('point_count', TEXT.mustBeWhole);
      if (isCorrection && Number(point_count) === 0) throw missing('point_count', TEXT.mustNotBeZero);
      const points = isCorrection ? -Number(point_count) : Number(point_count);
      await post('/api/v1/ent/fan_points', { fan_id: of.id, point_uid, point_count: points, ...award_key === '' ? {} : { award_key } });
      of.points = point_uid;
      await of.changed('points', 'quests', 'rewards');
      return points < 0 ? TEXT.areTaken(count(-points)) : TEXT.areGiven(count(points));
    },
  });
  if (row !== null) document.querySelector('dialog.fan-dialog [name=point_count]').focus();
}

export async function addTag(of) {
  const fields = fieldsOf([await pickerOf('tags', { name: 'tag', label: TEXT.tag, hint: TEXT.tagHint, free: true })]);
  asking(of.signal, TEXT.addTag, {
    fields,
    label: TEXT.add,
    send: async ({ tag }) => {
      if (tag === '') throw missing('tag', WORDS.mustNotBeEmpty);
      await tagged(of, tag, true).catch(trouble => { throw spelled('tag', trouble, `tag_${tag}`); });
      return TEXT.isAdded(tag);
    },
  });
}

async function tagged(of, tag, isGiven) {
  await post(`/api/v1/manage/fans/${of.id}`, { [`tag_${tag}`]: isGiven });
  await of.changed('person', 'quests', 'rewards');
}

export async function removeTag(of, tag) {
  await tagged(of, tag, false);
  say(TEXT.isRemoved(tag));
}

// The kinds of custom fields by their types.
const INPUTS = {
  text: () => ({}),
  number: () => ({ kind: 'decimal' }),
  date: () => ({ kind: 'day' }),
  boolean: () => ({ kind: 'choice', options: [['', TEXT.noValue], ...YES_NO] }),
  select: ({ field_options: options }) => ({ kind: 'choice', options: [['', TEXT.noValue], ...options.map(one => [one, one])] }),
};

export async function setField(of, field, value) {
  const name = `field_${field.crm_field_key}`;
  const label = field.crm_field_key;
  const fields = fieldsOf([field.field_type === 'multi_select' ? several(name, label, field.field_options)
    : { name, label, hint: TEXT.emptyRemoves, ...INPUTS[field.field_type](field) }]);
  fields.show({ [name]: field.field_type === 'multi_select' ? [value ?? []].flat() : value === undefined ? '' : String(value) });
  asking(of.signal, TEXT.setField, {
    fields,
    label: WORDS.save,
    send: async values => {
      const given = [values[name]].flat();
      await post(`/api/v1/manage/fans/${of.id}`, { [name]: given.join(',') });
      await of.changed('person');
      return TEXT.isSaved(label);
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
  ['is_subscribed', TEXT.wantsEmails],
  ['is_phone_subscribed', TEXT.wantsTexts],
  ['is_optout', TEXT.optedOut],
  ['is_confirmed', TEXT.emailIsConfirmed],
  ['is_phone_confirmed', TEXT.phoneIsConfirmed],
];

// Only what was changed is sent. What the fan has said once cannot be unsaid.
export async function changeConsent(of) {
  const { person } = of;
  const heard = (person.opted_in_business_ids ?? []).map(String);
  const names = await namesOf('businesses', heard);
  const shown = heard.map(id => [`business_${id}`, names.get(id) ?? TEXT.businessOf(id)]);
  const fields = fieldsOf([
    ...CONSENT.map(([name, label]) => ({ name, label, kind: 'choice',
      options: [...typeof person[name] === 'boolean' ? [] : [['', WORDS.choiceNeverSaid]], ...YES_NO] })),
    ...shown.map(([name, business]) => ({ name, label: TEXT.hearsFrom(business), kind: 'flag' })),
    ...await canPick({ ref: 'businesses' }) ? [await pickerOf('businesses', { name: 'businesses', label: shown.length === 0 ? TEXT.hears : TEXT.alsoHears,
      list: true })] : [],
  ]);
  fields.show({
    ...Object.fromEntries(CONSENT.map(([name]) => [name, typeof person[name] === 'boolean' ? String(person[name]) : ''])),
    ...Object.fromEntries(shown.map(([name]) => [name, true])),
  });
  asking(of.signal, TEXT.changeConsent, {
    fields,
    label: WORDS.save,
    send: async values => {
      const changes = {};
      for (const [name] of CONSENT) {
        if (values[name] !== '' && values[name] !== String(person[name])) changes[name] = values[name] === 'true';
      }
      for (const [name] of shown) if (values[name] !== true) changes[name] = false;
      for (const id of values.businesses ?? []) if (!heard.includes(id)) changes[`business_${id}`] = true;
      if (Object.keys(changes).length === 0) return WORDS.nothingChanged;
      await post(`/api/v1/crm/fans/${of.id}`, changes);
      await of.changed('person');
      return TEXT.consentIsSaved;
    },
  });
}

const GENDERS = [['', TEXT.notTold], ['male', TEXT.male], ['female', TEXT.female], ['diverse', TEXT.diverse], ['other', TEXT.other]];
const PROFILE = [
  { name: 'name', label: TEXT.name, kind: 'person', isContact: true },
  { name: 'display_name', label: TEXT.displayName, kind: 'person' },
  { name: 'email', label: TEXT.email, kind: 'email', isContact: true },
  { name: 'phone', label: TEXT.phone, isContact: true },
  { name: 'gender', label: TEXT.gender, kind: 'choice', options: GENDERS },
  { name: 'birth_date', label: TEXT.birthDate, kind: 'day', isContact: true },
  { name: 'country_code', label: TEXT.country, hint: TEXT.twoLetters },
  { name: 'province', label: TEXT.province },
  { name: 'city', label: TEXT.city },
  { name: 'postal_code', label: TEXT.postalCode, isContact: true },
];

export async function changeProfile(of) {
  const { person } = of;
  const shown = PROFILE.filter(one => !one.isContact || may('contacts:write'));
  const fields = fieldsOf(shown);
  fields.show(person);
  asking(of.signal, TEXT.changeProfile, {
    fields,
    label: WORDS.save,
    send: async values => {
      const changes = Object.fromEntries(shown.map(one => [one.name, values[one.name]])
        .filter(([name, value]) => value !== (person[name] ?? '')));
      if (Object.keys(changes).length === 0) return WORDS.nothingChanged;
      if (['province', 'city', 'postal_code'].some(name => changes[name])) changes.country_code ??= values.country_code;
      await post(`/api/v1/crm/fans/${of.id}`, changes);
      await of.changed('person');
      return TEXT.profileIsSaved;
    },
  });
}

// Whoever may not read campaigns, as a moderator, chooses among the shows that anybody sees.
async function showField(of) {
  const told = { name: 'page_tab_id', label: WORDS.show };
  if (await canPick({ ref: 'apps' })) return pickerOf('apps', { ...told, only: row => SHOWS.includes(row.app_type) });
  const shows = (await Promise.all(SHOWS.map(app_type => get('/api/v1/apps', { app_type }, of.signal)))).flat();
  return { ...told, kind: 'choice', options: shows.map(one => [one.page_tab_id, one.name]) };
}

export async function ban(of) {
  const show = await showField(of);
  const fields = fieldsOf([
    show,
    { name: 'is_mute', label: TEXT.theFan, kind: 'choice', options: [['false', TEXT.isKeptOut], ['true', TEXT.isMuted]] },
    { name: 'until', label: TEXT.untilEndOf, kind: 'day', hint: TEXT.untilHint },
    { name: 'reason', label: TEXT.reason, kind: 'person', hint: TEXT.reasonHint },
  ]);
  fields.show({ page_tab_id: show.options?.[0]?.[0], is_mute: 'false' });
  asking(of.signal, TEXT.banFromShow, {
    fields,
    label: TEXT.ban,
    danger: true,
    send: async ({ page_tab_id, is_mute, until, reason }) => {
      if (!page_tab_id) throw missing('page_tab_id', TEXT.mustBeShow);
      await post(`/api/v1/manage/live/${page_tab_id}/bans`, { fan_id: of.id, is_mute: is_mute === 'true',
        ...until === '' ? {} : { until: `${until}T23:59:59Z` }, ...reason === '' ? {} : { reason } });
      await of.changed('bans');
      return TEXT.isBanned;
    },
  });
}

export async function unban(of, row) {
  await remove(`/api/v1/manage/live/${row.page_tab_id}/bans/${of.id}`);
  await of.changed('bans');
  say(TEXT.isLifted);
}

export async function endSession(of, row) {
  await remove(`/api/v1/manage/sessions/${encodeURIComponent(row.session_uid)}`);
  await of.changed('sessions');
  say(TEXT.sessionIsEnded);
}

export async function endSessions(of) {
  if (!await confirmed(TEXT.askEndAll, TEXT.aboutEndAll, TEXT.endAll)) return;
  await remove(`/api/v1/manage/fans/${of.id}/sessions`);
  await of.changed('sessions');
  say(TEXT.allAreEnded);
}

export async function exportFan(of) {
  say(TEXT.isExporting);
  const bytes = await bytesOf(`/api/v1/manage/audit/fans/${of.id}/export`, of.signal);
  saved(`fan-${of.id}.zip`, bytes, 'application/zip');
  say(TEXT.isExported);
}

// Nothing brings an erased fan back, so the fan is named once more.
export async function erase(of) {
  const { email } = of.person;
  const fields = fieldsOf([{ name: 'named', label: email ? TEXT.idOrEmail : TEXT.idOfFan }]);
  asking(of.signal, TEXT.askErase, {
    sentences: [
      TEXT.aboutErase,
      TEXT.toGoOn(of.id, email ? TEXT.orEmail(email) : ''),
    ],
    fields,
    label: TEXT.eraseForEver,
    danger: true,
    send: async ({ named }) => {
      if (named !== String(of.id) && (!email || named.toLowerCase() !== email.toLowerCase())) {
        throw missing('named', TEXT.isNotThisFan);
      }
      await remove(`/api/v1/crm/fans/${of.id}`);
      await of.erased();
      return TEXT.isErased;
    },
  });
}

export async function decideConnection(of, { fan_id }, name, is_approved) {
  await post(`/api/v1/crm/fan_connections/requests/${of.id}`, { connected_fan_id: fan_id, is_approved });
  await of.changed('connections');
  say(is_approved ? TEXT.isApproved(name) : TEXT.isDeclined(name));
}

// A quest gives points, and what it gives may meet the rules of others.
export function completeQuest(of, quest, title) {
  const takesWristband = quest.quest_type === 'wristband';
  asking(of.signal, TEXT.askComplete(title), {
    sentences: [TEXT.aboutComplete],
    fields: fieldsOf(takesWristband ? [{ name: 'lookup_id', label: TEXT.wristband, hint: TEXT.wristbandHint }] : []),
    label: TEXT.complete,
    send: async values => {
      if (takesWristband && values.lookup_id === '') throw missing('lookup_id', WORDS.mustNotBeEmpty);
      await post(`/api/v1/ent/businesses/${of.business}/quests/${quest.page_tab_id}/fans/${of.id}/complete`, values);
      await of.changed('quests', 'rewards', 'points', 'activities');
      return TEXT.isCompleted(title);
    },
  });
}

export async function assignReward(of, { reward_uid }, title) {
  if (!await confirmed(TEXT.askAssign(title), TEXT.aboutAssign, TEXT.assign)) return;
  await post(`/api/v1/ent/businesses/${of.business}/fans/${of.id}/rewards`, { reward_uid });
  await of.changed('rewards', 'quests', 'points');
  say(TEXT.isAssigned(title));
}
