const isSupported = 'Notification' in window;

/** Returns the browser's permission for notifications; `not-here` if the browser has none. Waits for the browser's main process. */
export function notificationPermission(): NotificationPermission | 'not-here' {
  return isSupported ? Notification.permission : 'not-here';
}

/** Asks the user for permission. Call it only from a click: browsers deny other requests permanently. */
export async function askForNotifications(): Promise<void> {
  if (isSupported) await Notification.requestPermission();
}

/** Shows a notification if it is permitted. Notifications with the same tag replace each other, also across pages. */
export function notify(title: string, body: string, tag: string, onClick: () => void): void {
  if (!isSupported || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body, tag, silent: true });
  shown.onclick = () => {
    shown.close();
    window.focus();
    onClick();
  };
}

/** A short tone of two notes. Frequencies in Hz, times in seconds. */
const notes = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.12 },
] as const;
const noteSeconds = 0.22;
/** Peak gain, from 0 to 1. */
const volume = 0.12;

/** Milliseconds within which a browser that allows sound starts it. */
const startTimeoutMs = 500;

/** Made with the first tone and kept, because a browser allows a page only a few. */
let context: AudioContext | null = null;

/**
 * Plays the tone. Stays silent if the browser does not allow sound yet, which it does after a first click or key press.
 */
export async function playTone(): Promise<void> {
  try {
    context ??= new AudioContext();
    const isReady = context.state === 'running' || (await resumesInTime(context));
    if (!isReady) return;
    for (const note of notes) playNote(context, note.frequency, context.currentTime + note.at);
  } catch {
    return;
  }
}

function resumesInTime(audio: AudioContext): Promise<boolean> {
  return new Promise((resolve, reject) => {
    window.setTimeout(() => resolve(false), startTimeoutMs);
    audio.resume().then(() => resolve(true), reject);
  });
}

function playNote(audio: AudioContext, frequency: number, at: number): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + noteSeconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + noteSeconds);
}
