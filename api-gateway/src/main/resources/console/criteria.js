// All criteria of the fan search, in groups that are opened one by one.
import { idOfField } from './forms.js';
import { el, yesNo } from './parts.js';
import { canPick, picker } from './picker.js';
import { catalogue } from './resources.js';
import { CRITERIA } from './texts.js';

const FLAGS = Object.entries(CRITERIA.flags);
// Properties that are true or false; the others are known or not.
const YES_NO = new Set(['is_subscribed', 'is_phone_subscribed', 'is_optout']);
const ONLY = 'fan_only_filter', NOT_ONLY = 'fan_not_only_filter';

// Criteria that tell where a fan lives.
export const CONTACTS = new Set(['fan_postal_codes', 'fan_radius_latitude', 'fan_radius_longitude', 'fan_radius_km']);

// Each group with its criteria: name, kind, and the list and its field that a value is chosen from.
const SHAPE = [
  ['profile', [
    { name: 'fan_gender', kind: 'choice', options: CRITERIA.genders },
    ['fan_youngest_age', 'whole'], ['fan_oldest_age', 'whole'], ['fan_rating', 'whole'], ['fan_source'],
    ['fan_start_creation_date', 'day'], ['fan_end_creation_date', 'day'],
  ]],
  ['consent', []],
  ['places', [
    ['fan_provinces', 'lines'], ['fan_metro_areas', 'lines'], ['fan_postal_codes', 'lines'],
    ['fan_radius_latitude', 'decimal'], ['fan_radius_longitude', 'decimal'], ['fan_radius_km', 'decimal'],
  ]],
  ['tags', [['fan_tags', 'lines', 'tags', 'tag_name'], ['fan_tag_relations', 'flag']]],
  ['idols', [['idol_names', 'lines', 'idols', 'idol_name'], ['idol_relations', 'flag']]],
  ['networks', [['fan_networks', 'lines', 'networks', 'network']]],
  ['activity', [
    ['crm_active_days', 'whole'], ['crm_inactive_days', 'whole'], ['crm_start_active_date', 'day'], ['crm_end_active_date', 'day'],
  ]],
  ['tickets', [
    ['ticket_event_name', 'text', 'ticket_events', 'event_name'], ['ticket_artist_name'], ['ticket_venue_name', 'text', 'venues', 'venue_name'],
    ['ticket_venue_provinces', 'lines'], ['ticket_price_code'],
    ['ticket_start_event_date', 'day'], ['ticket_end_event_date', 'day'], ['ticket_start_purchase_date', 'day'], ['ticket_end_purchase_date', 'day'],
    ['ticket_purchased_days', 'whole'], ['ticket_seat_price_min', 'decimal'], ['ticket_seat_price_max', 'decimal'],
    ['ticket_seat_count_min', 'whole'], ['ticket_seat_count_max', 'whole'], ['ticket_sales_count_min', 'whole'], ['ticket_sales_count_max', 'whole'],
    ['ticket_is_negative', 'flag'],
  ]],
  ['snapshots', [['fan_incl_snapshot_uids', 'lines', 'snapshots', 'snapshot_uid'], ['fan_excl_snapshot_uids', 'lines', 'snapshots', 'snapshot_uid']]],
];

export const GROUPS = SHAPE.map(([group, criteria]) => [CRITERIA.groups[group], () => group === 'consent' ? [flags()] : criteria.map(described)]);

function described(told) {
  const { name, kind = 'text', ref, own, ...more } = Array.isArray(told) ? { name: told[0], kind: told[1], ref: told[2], own: told[3] } : told;
  const [label, hint] = [CRITERIA.labels[name]].flat();
  return { name, kind, label, hint: hint ?? (kind === 'lines' ? CRITERIA.lines : undefined), ref, own, ...more };
}

// The criteria as fields of a form: chosen from lists where the user may read them, otherwise entered.
export async function fieldsOfGroup(criteria) {
  const all = await catalogue();
  return Promise.all(criteria.map(async told => {
    if (!told.ref || !await canPick(told).catch(() => false)) return told;
    const list = told.kind === 'lines';
    const resource = { ...all.get(told.ref), own: told.own };
    if (told.own.endsWith('_name') || told.own === 'network') resource.title_field = told.own;
    return picker({ name: told.name, label: told.label, kind: 'text', list, hint: list ? CRITERIA.any : CRITERIA.exact, resource });
  }));
}

// The API has two parameters for properties that a fan has and lacks; here each property is one field.
function flags() {
  const complaint = el('small', { class: 'bad', hidden: true, role: 'alert' });
  const choices = FLAGS.map(([name, label]) => {
    const [yes, no] = YES_NO.has(name) ? CRITERIA.yesNo : CRITERIA.known;
    const id = idOfField();
    const select = el('select', { id, name }, [['', CRITERIA.open], [ONLY, yes], [NOT_ONLY, no]].map(
      ([value, text]) => el('option', { value }, text)));
    return { name, select, node: el('div', { class: 'field' }, el('label', { for: id }, label), select) };
  });
  const of = which => choices.filter(one => one.select.value === which).map(one => one.name);
  return {
    names: [ONLY, NOT_ONLY],
    node: el('div', { class: 'fields whole' }, choices.map(one => one.node), complaint),
    read: () => ({ [ONLY]: of(ONLY), [NOT_ONLY]: of(NOT_ONLY) }),
    show: values => choices.forEach(({ name, select }) => {
      select.value = [ONLY, NOT_ONLY].find(which => values[which]?.includes(name)) ?? '';
    }),
    complain(sentence) {
      complaint.textContent = sentence;
      complaint.hidden = sentence === '';
    },
    focus: () => choices[0].select.focus(),
  };
}

// The criteria in words, to show a saved filter.
export function inWords(criteria) {
  const labels = new Map(GROUPS.flatMap(([, fields]) => fields()).filter(one => one.label).map(one => [one.name, one.label]));
  const flagged = new Map(FLAGS);
  const word = (name, value) => {
    if (name === ONLY || name === NOT_ONLY) return value.map(one => flagged.get(one) ?? one).join(', ');
    if (typeof value === 'boolean') return yesNo(value);
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const title = name => ({ name: CRITERIA.words, [ONLY]: CRITERIA.has, [NOT_ONLY]: CRITERIA.hasNot })[name] ?? labels.get(name) ?? name;
  return Object.entries(criteria).map(([name, value]) => [title(name), word(name, value)]);
}
