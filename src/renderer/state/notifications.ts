import { Store } from './store.ts';

type NotificationPermissionState = NotificationPermission | 'not-here';

const isHere = 'Notification' in window;

/** Whether the browser lets the page notify; `not-here` where it has no notifications. */
export const notificationPermission = new Store<NotificationPermissionState>(
  isHere ? Notification.permission : 'not-here',
);

/** Only ever at the press of a button: browsers that are asked unasked say no for good. */
export async function askForNotifications(): Promise<void> {
  if (isHere) notificationPermission.set(await Notification.requestPermission());
}

/** Nothing where it is not allowed. Several pages that tell of the same are one notification: that is what `tag` is for. */
export function notify(title: string, body: string, tag: string, onClick: () => void): void {
  if (!isHere || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body, tag, silent: true });
  shown.onclick = () => {
    shown.close();
    window.focus();
    onClick();
  };
}

/** A short tone of two notes, made here: there is no file to fetch. */
const notes = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.12 },
] as const;
const noteLength = 0.22;
const loudness = 0.12;

/** Milliseconds within which a browser that allows a sound has made ready for it. */
const readyWithin = 500;

let context: AudioContext | null = null;

/** Without a sound where the browser allows none yet, which is until a first click or key in the page: it is not made up for then. */
export async function playTone(): Promise<void> {
  try {
    context ??= new AudioContext();
    const ready = context.state === 'running' || (await isReadySoon(context));
    if (!ready) return;
    for (const note of notes) playNote(context, note.frequency, context.currentTime + note.at);
  } catch {
    return;
  }
}

function isReadySoon(audio: AudioContext): Promise<boolean> {
  return new Promise((resolve, reject) => {
    window.setTimeout(() => resolve(false), readyWithin);
    audio.resume().then(() => resolve(true), reject);
  });
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
