// All criteria of the fan search, in groups that are opened one by one.
import { idOfField } from './forms.js';
import { el, yesNo } from './parts.js';

const FLAGS = [
  ['is_subscribed', 'Subscribed by email'],
  ['is_phone_subscribed', 'Subscribed by phone'],
  ['is_optout', 'Opted out'],
  ['phone', 'Phone'],
  ['birth_date', 'Birth date'],
  ['gender', 'Gender'],
  ['fan_source', 'Source'],
  ['country_code', 'Country'],
  ['province', 'Province'],
  ['metro_area', 'Metro area'],
  ['city', 'City'],
  ['postal_code', 'Postal code'],
  ['latitude', 'Coordinates'],
];
const ONLY = 'fan_only_filter', NOT_ONLY = 'fan_not_only_filter';
const LINES = 'One a line; a fan with any of them is found.';

// Criteria that tell where a fan lives.
export const CONTACTS = new Set(['fan_postal_codes', 'fan_radius_latitude', 'fan_radius_longitude', 'fan_radius_km']);

export const GROUPS = [
  ['Profile and age', () => [
    { name: 'fan_gender', label: 'Gender', kind: 'choice',
      options: [['', 'any'], ['female', 'female'], ['male', 'male'], ['diverse', 'diverse'], ['other', 'other']] },
    { name: 'fan_youngest_age', label: 'Age from', kind: 'whole' },
    { name: 'fan_oldest_age', label: 'Age to', kind: 'whole' },
    { name: 'fan_rating', label: 'Rating', kind: 'whole' },
    { name: 'fan_source', label: 'Source' },
    { name: 'fan_start_creation_date', label: 'Registered from (UTC)', kind: 'day' },
    { name: 'fan_end_creation_date', label: 'Registered to', kind: 'day' },
  ]],
  ['Contact and consent', () => [flags()]],
  ['Places', () => [
    { name: 'fan_provinces', label: 'Provinces', kind: 'lines', hint: LINES },
    { name: 'fan_metro_areas', label: 'Metro areas', kind: 'lines', hint: LINES },
    { name: 'fan_postal_codes', label: 'Postal codes', kind: 'lines', hint: 'One a line; a single one needs a radius.' },
    { name: 'fan_radius_latitude', label: 'Around latitude', kind: 'decimal' },
    { name: 'fan_radius_longitude', label: 'and longitude', kind: 'decimal' },
    { name: 'fan_radius_km', label: 'Radius (km)', kind: 'decimal' },
  ]],
  ['Tags', () => [
    { name: 'fan_tags', label: 'Tags', kind: 'lines', hint: LINES },
    { name: 'fan_tag_relations', label: 'Related tags as well', kind: 'flag' },
  ]],
  ['Idols', () => [
    { name: 'idol_names', label: 'Names of idols', kind: 'lines', hint: LINES },
    { name: 'idol_relations', label: 'Related idols as well', kind: 'flag' },
  ]],
  ['Networks', () => [{ name: 'fan_networks', label: 'Known on the networks', kind: 'lines', hint: LINES }]],
  ['Days of activity', () => [
    { name: 'crm_active_days', label: 'Active in the last days', kind: 'whole', hint: 'Number of days, today included (UTC).' },
    { name: 'crm_inactive_days', label: 'Not active in the last days', kind: 'whole', hint: 'Number of days, today included (UTC).' },
    { name: 'crm_start_active_date', label: 'Active from (UTC)', kind: 'day' },
    { name: 'crm_end_active_date', label: 'Active to', kind: 'day' },
  ]],
  ['Tickets', () => [
    { name: 'ticket_event_name', label: 'Event' },
    { name: 'ticket_artist_name', label: 'Artist' },
    { name: 'ticket_venue_name', label: 'Venue' },
    { name: 'ticket_venue_provinces', label: 'Provinces of venues', kind: 'lines', hint: LINES },
    { name: 'ticket_price_code', label: 'Price code' },
    { name: 'ticket_start_event_date', label: 'Shown from', kind: 'day' },
    { name: 'ticket_end_event_date', label: 'Shown to', kind: 'day' },
    { name: 'ticket_start_purchase_date', label: 'Bought from (UTC)', kind: 'day' },
    { name: 'ticket_end_purchase_date', label: 'Bought to', kind: 'day' },
    { name: 'ticket_purchased_days', label: 'Bought in the last days', kind: 'whole', hint: 'Number of days, today included (UTC).' },
    { name: 'ticket_seat_price_min', label: 'Price of a seat from', kind: 'decimal' },
    { name: 'ticket_seat_price_max', label: 'Price of a seat to', kind: 'decimal' },
    { name: 'ticket_seat_count_min', label: 'Seats from', kind: 'whole' },
    { name: 'ticket_seat_count_max', label: 'Seats to', kind: 'whole' },
    { name: 'ticket_sales_count_min', label: 'Tickets from', kind: 'whole' },
    { name: 'ticket_sales_count_max', label: 'Tickets to', kind: 'whole' },
    { name: 'ticket_is_negative', label: 'Only fans without such tickets', kind: 'flag',
      hint: 'Without other ticket criteria: fans without any tickets.' },
  ]],
  ['Snapshots', () => [
    { name: 'fan_incl_snapshot_uids', label: 'In the snapshots', kind: 'lines', hint: 'Uids, one a line; a fan in any of them is found.' },
    { name: 'fan_excl_snapshot_uids', label: 'Not in the snapshots', kind: 'lines', hint: 'Uids, one a line.' },
  ]],
];

// The API has two parameters for properties that a fan has and lacks; here each property is one field.
function flags() {
  const complaint = el('small', { class: 'bad', hidden: true, role: 'alert' });
  const choices = FLAGS.map(([name, label], at) => {
    const [yes, no] = at < 3 ? ['yes', 'no'] : ['known', 'not known'];
    const id = idOfField();
    const select = el('select', { id, name }, [['', 'any'], [ONLY, yes], [NOT_ONLY, no]].map(
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
  const title = name => ({ name: 'Words', [ONLY]: 'Has', [NOT_ONLY]: 'Has not' })[name] ?? labels.get(name) ?? name;
  return Object.entries(criteria).map(([name, value]) => [title(name), word(name, value)]);
}
