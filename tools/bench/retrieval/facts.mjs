// Texts with questions whose answers are known: each text states one fact, each question asks for one in other words.
import { seededRandom } from '../../reliability/seeded-random.mjs';

/** The word of a text, and the word of a question for the same thing. */
const subjects = [
  ['pump', 'compressor'],
  ['invoice', 'bill'],
  ['garden', 'flowerbed'],
  ['door', 'entrance'],
  ['car', 'vehicle'],
  ['doctor', 'physician'],
  ['ship', 'vessel'],
  ['house', 'building'],
  ['letter', 'message'],
  ['road', 'street'],
  ['forest', 'woodland'],
  ['teacher', 'instructor'],
  ['lamp', 'light'],
  ['stove', 'oven'],
  ['purse', 'wallet'],
  ['rope', 'cord'],
];
const actions = [
  ['repaired', 'fixed'],
  ['bought', 'purchased'],
  ['painted', 'colored'],
  ['inspected', 'checked'],
  ['delivered', 'shipped'],
  ['replaced', 'exchanged'],
  ['closed', 'shut'],
  ['cleaned', 'washed'],
];
const places = [
  'Lisbon',
  'Oslo',
  'Vienna',
  'Quito',
  'Dakar',
  'Hanoi',
  'Perth',
  'Lima',
  'Riga',
  'Tunis',
  'Cork',
  'Bern',
];
const months = ['January', 'March', 'April', 'June', 'August', 'October', 'November'];
const filler =
  'the people of this town remember it well because nothing else happened during that long and quiet week'.split(' ');

const concepts = new Map([
  ...[...subjects, ...actions].flatMap(([word, synonym]) => [word, synonym].map((one) => [one, word])),
  ...places.map((place) => [place, place]),
  ...months.map((month) => [month, 'month']),
]);

/** What a model of meaning makes of a text: synonyms are one concept, and so are all months. */
export function conceptsOf(text) {
  return (text.match(/[A-Za-z]+/g) ?? []).flatMap((word) => concepts.get(word) ?? []).join(' ');
}

/** Number of texts that differ in their fact. */
export const facts = subjects.length * actions.length * places.length * months.length;

/** The text of a number. From {@link facts} on, facts repeat. @param {number} number */
export function textOf(number) {
  const { subject, action, place, month } = factOf(number);
  const random = seededRandom(`text-${number}`);
  const around = () => Array.from({ length: 40 }, () => random.pick(filler)).join(' ');
  return `${around()}. The ${subject[0]} was ${action[0]} in ${place} in ${month}. ${around()}.`;
}

/** A question that only the text of this number answers. Half of the words are synonyms. @param {number} number */
export function questionOf(number) {
  const { subject, action, place, month } = factOf(number);
  const random = seededRandom(`question-${number}`);
  const word = (pair) => random.pick(pair);
  return `Which ${word(subject)} did they have ${word(action)} at ${place} during ${month}?`;
}

function factOf(number) {
  const subject = subjects[number % subjects.length];
  const action = actions[Math.floor(number / subjects.length) % actions.length];
  const place = places[Math.floor(number / (subjects.length * actions.length)) % places.length];
  const month = months[Math.floor(number / (subjects.length * actions.length * places.length)) % months.length];
  return { subject, action, place, month };
}
