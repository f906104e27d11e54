/** A short tone of two notes, made here: there is no file to fetch. */
const notes = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.12 },
] as const;
const noteLength = 0.22;
const loudness = 0.12;

let context: AudioContext | null = null;

/** Without a sound where the browser allows none yet: it waits for a first click or key in the page. */
export async function playTone(): Promise<void> {
  try {
    context ??= new AudioContext();
    // A context that was made before the first click waits for it.
    if (context.state === 'suspended') await context.resume();
    for (const note of notes) playNote(context, note.frequency, context.currentTime + note.at);
  } catch {
    return;
  }
}

function playNote(audio: AudioContext, frequency: number, at: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + noteLength);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + noteLength);
}
