// The only functions that show times and numbers: in the zone and the locale of the account. Without a locale, times are written
// as ISO 8601 does, because that is read alike everywhere.

// How the console writes without a locale: this one writes days as ISO 8601 does, the other groups digits.
const ISO = 'sv-SE';
const PLAIN = 'en';

const DAY = 24 * 60 * 60 * 1000;

let zone = 'UTC';
let locale = null;
let formats = new Map();
let separators = null;

// Settings that this browser does not know are passed over: the server may know zones that are newer than the browser.
export function showBy({ console_time_zone: wantedZone, console_locale: wantedLocale }) {
  zone = known(() => new Intl.DateTimeFormat('en', { timeZone: wantedZone ?? 'UTC' }).resolvedOptions() && wantedZone) ?? 'UTC';
  locale = known(() => wantedLocale && Intl.getCanonicalLocales(wantedLocale)[0]) ?? null;
  formats = new Map();
  separators = null;
}

function known(look) {
  try {
    return look() || null;
  } catch {
    return null;
  }
}

export function shownZone() {
  return zone;
}

export function shownLocale() {
  return locale;
}

function format(name, options) {
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat(locale ?? ISO, { timeZone: zone, ...options }));
  return formats.get(name);
}

// A moment of the API: unix seconds, an ISO 8601 text, or a Date.
function moment(value) {
  if (value instanceof Date) return value;
  return new Date(typeof value === 'number' ? value * 1000 : value);
}

export function time(value) {
  return format('time', locale ? { dateStyle: 'medium', timeStyle: 'medium' }
    : { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(moment(value));
}

export function minute(value) {
  return format('minute', locale ? { dateStyle: 'medium', timeStyle: 'short' }
    : { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }).format(moment(value));
}

// A day of the API (2026-05-31) is a day of UTC and stays that day; of a moment, it is the day in the account's zone.
export function day(value) {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const shape = locale ? { dateStyle: 'medium' } : { year: 'numeric', month: '2-digit', day: '2-digit' };
  return format(isDay ? 'utc day' : 'day', isDay ? { ...shape, timeZone: 'UTC' } : shape).format(moment(value));
}

// For axes: the time of a day, without the day.
export function clock(value) {
  return format('clock', locale ? { timeStyle: 'short' } : { hour: '2-digit', minute: '2-digit' }).format(moment(value));
}

export function utc(value) {
  return `${moment(value).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

// As the API takes a moment.
export function wire(at) {
  return `${at.toISOString().slice(0, 19)}Z`;
}

// What a clock in a zone shows, as fields for times take it: 2026-05-31T18:04:59.
export function onClock(at, of = zone) {
  const name = `face ${of}`;
  if (!formats.has(name)) {
    formats.set(name, new Intl.DateTimeFormat('en', { timeZone: of, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23',
      year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }));
  }
  const part = Object.fromEntries(formats.get(name).formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.year.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

// The moment at which that clock shows a time. Of a time that it shows twice, the first; one that it skips counts as if it had not.
export function instant(shown) {
  const face = Date.parse(`${shown}Z`);
  return Number.isNaN(face) ? shown : wire(new Date(momentOf(face)));
}

// The same in milliseconds: `face` is the moment at which a clock in UTC shows the time.
export function momentOf(face, of = zone) {
  const offset = at => Date.parse(`${onClock(new Date(at), of)}Z`) - Math.floor(at / 1000) * 1000;
  const [before, after] = [offset(face - DAY), offset(face + DAY)];
  const found = [before, after].map(by => face - by).filter(at => offset(at) === face - at);
  return found.length > 0 ? Math.min(...found) : face - before;
}

// A moment as an element that also tells UTC, on hover and to screen readers as its description.
export function when(value, shown = time) {
  if (value === null || value === undefined) return null;
  const node = document.createElement('time');
  node.dateTime = moment(value).toISOString();
  node.title = utc(value);
  node.textContent = shown(value);
  return node;
}

export function number(value, options = {}) {
  const name = `number ${JSON.stringify(options)}`;
  if (!formats.has(name)) formats.set(name, new Intl.NumberFormat(locale ?? PLAIN, options));
  return formats.get(name).format(value);
}

// As an Intl.NumberFormat is used.
number.format = value => number(value);

// Reads a number as it was shown; NaN if it is none.
export function numberShown(text) {
  separators ??= Object.fromEntries(new Intl.NumberFormat(locale ?? PLAIN).formatToParts(-12345.6).map(part => [part.type, part.value]));
  const plain = text.trim().replaceAll(separators.group ?? ',', '').replace(separators.decimal ?? '.', '.')
    .replace(separators.minusSign ?? '-', '-').replaceAll(/[\s\u00a0\u202f]/g, '');
  return /^-?[\d.]+/.test(plain) ? parseFloat(plain) : NaN;
}
