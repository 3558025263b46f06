// Which column of a file goes to which field, and the values and the key of a row as they are sent. `./encore import` does the same, so
// that the same file has the same keys.
import { momentOf } from './locale.js';
import { IMPORTS as TEXT } from './texts.js';
import { words } from './values.js';

const DAY = 24 * 60 * 60 * 1000;
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;
// 31.12.2020, 12/31/2020 and 31/12/20 18:30:05, also with AM and PM.
const PLACES = /^(\d{1,2})([./-])(\d{1,2})[./-](\d{4})(?:,?[T ]+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([AP])\.?M\.?)?)?$/i;
const SECONDS = /^-?\d{1,11}$/;
const WITH_COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/;
const WITH_POINT = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const LOOKS_COMMA = /^[+-]?[\d.]*,\d+$/;
const LOOKS_POINT = /^[+-]?\d*\.\d+$/;
// The columns that stand first in a file of refused rows.
export const REFUSED = ['line', 'field', 'reason'];
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?\d[\d., ]*$/;
const encoder = new TextEncoder();

// As heads and names are compared: letters and digits alone.
function plain(text) {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function labelOf(name) {
  return TEXT.fields[name] ?? words(name);
}

// The field of each column, '' for none. Each field is taken once.
export function recognised(kind, heads) {
  // The first column that has a name keeps it.
  const known = new Map(kind.columns.flatMap(one => [one.name, ...one.aliases ?? []].map(name => [plain(name), one.name])).reverse());
  const taken = new Set();
  return heads.map(head => {
    const name = known.get(plain(head)) ?? (columnOf(kind, head) === null ? '' : head);
    if (name === '' || taken.has(name)) return '';
    taken.add(name);
    return name;
  });
}

// How decimals and days are written in the columns of a file.
export function habitsOf(kind, fields, samples) {
  const valuesOf = types => fields.flatMap((name, at) => types.includes(columnOf(kind, name)?.type) ? samples.map(row => (row.cells[at] ?? '').trim()) : []);
  const decimals = valuesOf(['decimal']);
  const days = valuesOf(['time', 'day']).map(value => PLACES.exec(value)).filter(found => found !== null && found[2] !== '.');
  const isAbove = place => days.some(found => Number(found[place]) > 12);
  return {
    isComma: decimals.filter(value => LOOKS_COMMA.test(value)).length > decimals.filter(value => LOOKS_POINT.test(value)).length,
    // Null while the days can be read in both orders, or in none.
    isMonthFirst: isAbove(1) === isAbove(3) ? null : isAbove(3),
    hasPlaces: days.length > 0,
  };
}

// A spreadsheet must not run what somebody else wrote: a cell that begins like a formula and is no number gets an apostrophe (OWASP).
export function guarded(cell) {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

function unguarded(cell) {
  return cell.startsWith("'") && guarded(cell.slice(1)) === cell ? cell.slice(1) : cell;
}

export function isOfRefused(heads) {
  return heads.length > REFUSED.length && REFUSED.every((name, at) => heads[at] === name);
}

export function columnOf(kind, name) {
  const found = kind.columns.find(one => one.name === name);
  if (found) return found;
  // A family of fields whose names are the account's own.
  const family = kind.columns.find(one => one.name.includes('<') && name.startsWith(one.name.split('<')[0]) && !name.endsWith('_'));
  return family ? { ...family, name } : null;
}

// Makes rows as they are sent. `fields` names the field of each column of the file, `constants` are the values that all rows have.
export class RowMaker {
  constructor(kind, { heads, fields, constants, zone, isComma, isMonthFirst }) {
    this.kind = kind;
    this.isOfRefused = isOfRefused(heads);
    this.isComma = isComma;
    this.isMonthFirst = isMonthFirst;
    this.momentOf = clockOf(zone);
    this.columns = [
      ...fields.map((name, at) => ({ name, at })).filter(one => one.name !== ''),
      ...Object.entries(constants).filter(([name, value]) => value.trim() !== '' && !fields.includes(name)).map(([name, value]) => ({ name, value })),
    ].map(one => ({ ...columnOf(kind, one.name), ...one })).toSorted((one, other) => one.name < other.name ? -1 : 1);
    // How many rows were equal so far, by a number that stands for a row.
    this.seen = new Map();
  }

  // A row, and why it is refused without being sent: { row, refusal }.
  rowOf(cells) {
    const row = {};
    let refusal = null;
    for (const { name, at, value, type } of this.columns) {
      const text = (at === undefined ? value : cells[at] ?? '').trim();
      let sent = this.isOfRefused ? unguarded(text) : text;
      try {
        sent = this.valueOf(type, sent);
      } catch (trouble) {
        refusal = { field: name, reason: trouble.message };
      }
      if (sent !== '') row[name] = sent;
    }
    return { row, refusal };
  }

  // Gives a row that has no key a key of its values: { row, madeKey }. The rows must be given in the order of the file.
  async keyed(row) {
    const { kind, key } = this.kind;
    if (kind === 'fans' || row[key] !== undefined) return { row, madeKey: null };
    const given = this.columns.filter(one => row[one.name] !== undefined);
    const hashed = textOf(kind, row, given.filter(one => !one.is_contact));
    const number = numberOf(kind === 'points' ? textOf(kind, row, given) : hashed);
    const before = this.seen.get(number) ?? 0;
    this.seen.set(number, before + 1);
    const hash = await hexOf(`${hashed}\n#${before}`);
    const madeKey = `import-${hash}`;
    return { row: { ...row, [key]: madeKey }, madeKey };
  }

  valueOf(type, text) {
    if (text === '') return '';
    if (type === 'decimal') return this.decimalOf(text);
    if (type === 'time') return this.timeOf(text) ?? text;
    return type === 'day' ? this.dayOf(text) ?? text : text;
  }

  // What is neither is sent as it stands, and the server says why it is wrong.
  decimalOf(text) {
    if (this.isComma) {
      if (WITH_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
      if (LOOKS_POINT.test(text)) throw new Error(TEXT.hasPoint);
    } else {
      if (WITH_POINT.test(text)) return text.replaceAll(',', '');
      if (LOOKS_COMMA.test(text)) throw new Error(TEXT.hasComma);
    }
    return text;
  }

  dayOf(text) {
    const face = this.faceOf(text);
    return face === null ? null : new Date(face.at).toISOString().slice(0, 10);
  }

  timeOf(text) {
    if (SECONDS.test(text)) return written(Number(text) * 1000);
    const face = this.faceOf(text);
    if (face === null) return null;
    return written(face.offset === null ? this.momentOf(face.at) : face.at - face.offset);
  }

  // What a time would be in UTC, and its offset if it has one, in milliseconds. Null for anything that is no time.
  faceOf(text) {
    const iso = ISO.exec(text);
    if (iso) {
      const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = iso;
      return face([year, month, day, hour, minute, second], Number(fraction.padEnd(3, '0').slice(0, 3)), offset === undefined ? null : offsetOf(offset));
    }
    const places = PLACES.exec(text);
    if (!places) return null;
    const [, first, separator, second, year, hour = '0', minute = '0', seconds = '0', half] = places;
    if (separator !== '.' && this.isMonthFirst === null) throw new Error(TEXT.bothOrders);
    const isMonthFirst = separator !== '.' && this.isMonthFirst;
    const hours = half === undefined ? hour : Number(hour) % 12 + (half.toUpperCase() === 'P' ? 12 : 0);
    return face([year, isMonthFirst ? first : second, isMonthFirst ? second : first, hours, minute, seconds], 0, null);
  }
}

function face(parts, milliseconds, offset) {
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const back = new Date(at);
  const isReal = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && back.getUTCHours() === hour && back.getUTCMinutes() === minute
    && back.getUTCSeconds() === second && year >= 1;
  return isReal ? { at, offset } : null;
}

function offsetOf(text) {
  if (/^[ZU]/i.test(text)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text);
  return (Number(hours) * 60 + Number(minutes)) * 60000 * (sign === '-' ? -1 : 1);
}

function written(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return null;
  return moment.toISOString().replace('.000Z', 'Z');
}

// A zone's clock is slow to ask. On most days it has one offset, which is remembered.
function clockOf(zone) {
  const offsets = new Map();
  return at => {
    const day = Math.floor(at / DAY);
    if (!offsets.has(day)) {
      const [first, last] = [day * DAY, (day + 1) * DAY - 1000].map(one => one - momentOf(one, zone));
      offsets.set(day, first === last ? first : null);
    }
    return offsets.get(day) === null ? momentOf(at, zone) : at - offsets.get(day);
  };
}

function textOf(kind, row, columns) {
  return kind + columns.map(({ name }) => `\n${name}=${row[name]}`).join('');
}

async function hexOf(text) {
  if (!globalThis.crypto?.subtle) throw new Error(TEXT.insecure);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return [...hash.subarray(0, 20)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

// A number of 53 bits that stands for a text, by two sums of 32 bits (cyrb53). A table of texts would take the memory of the file.
function numberOf(text) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}
