/* Short sounds, made here: no files. */
import type { Language } from './i18n';
import type { Preferences } from './state';
import type { PositionAnswer } from './types';

let context: AudioContext | null = null;

const tones = { move: [[320, 0.05]], capture: [[320, 0.04], [210, 0.07]], tick: [[900, 0.03]], end: [[520, 0.12], [660, 0.12], [780, 0.2]] } as const;

export function playSound(preferences: Preferences, kind: keyof typeof tones): void {
  if (!preferences.sounds || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    let at = context.currentTime;
    for (const [frequency, length] of tones[kind]) {
      const oscillator = context.createOscillator(), gain = context.createGain();
      oscillator.type = kind === 'move' || kind === 'capture' ? 'triangle' : 'sine';
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

/* What a move sounds like: after a capture fewer cells are taken than before. */
export function moveSound(before: PositionAnswer | null, after: PositionAnswer | null): keyof typeof tones {
  if (after && after.outcome !== 'ongoing') return 'end';
  const taken = (view: PositionAnswer | null): number => view?.board?.cells.filter(Boolean).length ?? 0;
  return before && taken(after) < taken(before) ? 'capture' : 'move';
}

export function speak(text: string, language: Language): void {
  if (!('speechSynthesis' in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = { en: 'en-US', ja: 'ja-JP', ko: 'ko-KR' }[language];
  utterance.rate = 1.4;
  speechSynthesis.speak(utterance);
}
