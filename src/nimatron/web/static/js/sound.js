// Short sounds that the page makes itself, without any file. They are off by default.

const NOTES = { C: 523.25, E: 659.25, G: 783.99, low: 196, lower: 164.81 };

/** @type {AudioContext} */
let context;

export const sounds = {
  get on() {
    return localStorage.getItem("sound") === "on";
  },
  set on(wanted) {
    localStorage.setItem("sound", wanted ? "on" : "off");
    if (wanted) play("place");
  },
};

/**
 * A tone that dies away.
 * @param {number} frequency @param {{at?: number, length?: number, shape?: OscillatorType, loud?: number}} settings
 */
function tone(frequency, { at = 0, length = 0.12, shape = "triangle", loud = 0.15 } = {}) {
  const begin = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: shape, frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** @param {number} count */
const clinks = (count) => {
  for (let i = 0; i < Math.min(count, 5); i++) tone(1900 + 170 * i, { at: 0.045 * i, length: 0.09, loud: 0.07 });
};
const knock = () => tone(210, { length: 0.09, shape: "sine", loud: 0.3 });

/** @type {Record<string, (count: number) => void>} */
const SOUNDS = {
  take: clinks,
  flip: clinks,
  fall: (count) => {
    for (let i = 0; i < Math.min(count, 3); i++) tone(320 - 40 * i, { at: 0.06 * i, shape: "square", loud: 0.05 });
  },
  bite: () => tone(140, { length: 0.1, shape: "sawtooth", loud: 0.08 }),
  cut: () => tone(900, { length: 0.05, shape: "square", loud: 0.04 }),
  slide: knock,
  place: knock,
  refused: () => tone(NOTES.lower, { length: 0.1, loud: 0.08 }),
  win: () => [NOTES.C, NOTES.E, NOTES.G].forEach((note, i) => tone(note, { at: 0.12 * i, length: 0.3 })),
  lose: () => [NOTES.low, NOTES.lower].forEach((note, i) => tone(note, { at: 0.16 * i, length: 0.3 })),
};

/** @param {string} kind */
export function play(kind, count = 1) {
  if (!sounds.on || !(kind in SOUNDS)) return;
  context ??= new AudioContext();
  SOUNDS[kind](count);
}
