// Short sounds, made here: nothing is loaded. They are off until somebody wants them.

const NOTES = { C: 523.25, E: 659.25, G: 783.99, low: 196, lower: 164.81 };

let context = null;

export const sounds = {
  get on() {
    return localStorage.getItem("sound") === "on";
  },
  set on(wanted) {
    localStorage.setItem("sound", wanted ? "on" : "off");
    if (wanted) play("place");
  },
};

// A tone that dies away.
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

const clinks = (count) => {
  for (let i = 0; i < Math.min(count, 5); i++) tone(1900 + 170 * i, { at: 0.045 * i, length: 0.09, loud: 0.07 });
};
const knock = () => tone(210, { length: 0.09, shape: "sine", loud: 0.3 });

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

export function play(kind, count = 1) {
  if (!sounds.on || !(kind in SOUNDS)) return;
  context ??= new AudioContext();
  SOUNDS[kind](count);
}
