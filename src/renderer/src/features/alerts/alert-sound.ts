import type { Alert } from "../../../../../server/contracts/alerts.ts";

/** Notes of the sound for each severity: hertz, at which second. */
const NOTES: Readonly<Record<Alert["severity"], readonly (readonly [hertz: number, second: number])[]>> = {
  info: [[660, 0]],
  warning: [
    [660, 0],
    [880, 0.18],
  ],
  critical: [
    [880, 0],
    [660, 0.18],
    [880, 0.36],
    [660, 0.54],
  ],
};
const NOTE_S = 0.16;
const VOLUME = 0.25;

let context: AudioContext | undefined;

/** Sounds once, as long as the browser allows it: before a person has used the page, it may not. */
export function playAlertSound(severity: Alert["severity"]): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  for (const [hertz, second] of NOTES[severity]) playNote(context, hertz, context.currentTime + second);
}

function playNote(audio: AudioContext, hertz: number, startS: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = hertz;
  // Fades in and out: otherwise a note would begin and end with a click.
  volume.gain.setValueAtTime(0, startS);
  volume.gain.linearRampToValueAtTime(VOLUME, startS + 0.02);
  volume.gain.linearRampToValueAtTime(0, startS + NOTE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(startS);
  tone.stop(startS + NOTE_S);
}
