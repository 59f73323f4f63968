/* Short sounds, made here: no files. */
import type { Language } from './i18n';
import type { Preferences } from './state';

let context: AudioContext | null = null;

const tones = { move: [[320, 0.05]], tick: [[900, 0.03]], end: [[520, 0.12], [660, 0.12], [780, 0.2]] } as const;

export function playSound(preferences: Preferences, kind: keyof typeof tones): void {
  if (!preferences.sounds || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    let at = context.currentTime;
    for (const [frequency, length] of tones[kind]) {
      const oscillator = context.createOscillator(), gain = context.createGain();
      oscillator.type = kind === 'move' ? 'triangle' : 'sine';
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0.18, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(at);
      oscillator.stop(at + length);
      at += length * 0.9;
    }
  } catch {
    /* a machine without sound */
  }
}

export function speak(text: string, language: Language): void {
  if (!('speechSynthesis' in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = { en: 'en-US', ja: 'ja-JP', ko: 'ko-KR' }[language];
  utterance.rate = 1.4;
  speechSynthesis.speak(utterance);
}
