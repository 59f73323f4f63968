/* The words of the puzzles. */
import type { Texts } from './i18n';

export const words = {
  train: ['Puzzles', '問題', '문제'],
  back: ['Back to the game', '対局に戻る', '대국으로'],
  game: ['Game', 'ゲーム', '게임'],
  kind: ['Kind', '種類', '종류'],
  all: ['All', 'すべて', '전체'],
  plies: ['{0} plies', '{0}手', '{0}수'],
  empties: ['{0} empty squares', '残り{0}マス', '빈칸 {0}'],
  difficulty: ['Difficulty', '難易度', '난이도'],
  auto: ['Near my rating', '自分のレート付近', '내 레이팅 근처'],
  easy: ['Easy', 'やさしい', '쉬움'],
  medium: ['Medium', 'ふつう', '보통'],
  hard: ['Hard', 'むずかしい', '어려움'],
  yourRating: ['Your rating', 'あなたのレート', '내 레이팅'],
  puzzleRating: ['Puzzle', '問題のレート', '문제 레이팅'],
  streak: ['Streak', '連続正解', '연속 정답'],
  solvedCount: ['Solved', '正解数', '정답 수'],
  next: ['Next puzzle', '次の問題', '다음 문제'],
  hint: ['Hint', 'ヒント', '힌트'],
  show: ['Show solution', '解答を見る', '해답 보기'],
  again: ['Try again', 'もう一度', '다시 풀기'],
  ask_tsume: ['{0}: mate in {1} plies', '{0}番: {1}手詰', '{0}: {1}수 외통'],
  ask_endgame: ['{0}: the best move, {1} empty squares', '{0}番: 最善手は? 残り{1}マス', '{0}: 최선의 수, 빈칸 {1}'],
  ask_vcf: ['{0}: win by fours alone ({1} plies)', '{0}番: 四追い勝ち ({1}手)', '{0}: 4만으로 이기기 ({1}수)'],
  'ask_vcf-ninuki': ['{0}: win by fours alone; pairs are taken ({1} plies)', '{0}番: 四追い勝ち、二つ取りあり ({1}手)', '{0}: 4만으로 이기기, 두 개 따내기 있음 ({1}수)'],
  ask_vct: ['{0}: win by fours and threes ({1} plies)', '{0}番: 追い詰め勝ち ({1}手)', '{0}: 4와 3으로 이기기 ({1}수)'],
  thinking: ['Looking for the best defence…', '最善の受けを探しています…', '최선의 방어를 찾는 중…'],
  right: ['Right. Go on.', '正解。続けてください。', '맞습니다. 계속하세요.'],
  solved: ['Solved!', '正解!', '해결!'],
  shown: ['The solution', '解答', '해답'],
  wrong_check: ['Not a check: every move must give check.', '王手ではありません。', '장군이 아닙니다.'],
  wrong_escapes: ['The king escapes by {0}.', '{0}で逃げられます。', '{0}(으)로 도망갑니다.'],
  wrong_slower: ['That mates, but not as fast: {0}.', '詰みますが手数が延びます: {0}', '외통이지만 더 깁니다: {0}'],
  wrong_four: ['Not a four: the opponent has time.', '四ではありません。', '4가 아닙니다.'],
  wrong_loses: ['{0} stops it.', '{0}で止まります。', '{0}(으)로 막힙니다.'],
  wrong_discs: ['That gives away {1} discs; the answer is {0}.', '{1}石損です。応手は{0}。', '{1}개 손해입니다. 응수는 {0}.'],
  none: ['There is no puzzle of this kind.', 'この種類の問題はありません。', '이 종류의 문제가 없습니다.'],
  tsume: ['Mate', '詰将棋', '외통'],
  endgame: ['Endgame', '終盤', '끝내기'],
  vcf: ['Fours (VCF)', '四追い (VCF)', '4 (VCF)'],
  'vcf-ninuki': ['Fours, ninuki', '四追い (二抜き)', '4 (니누키)'],
  vct: ['Fours and threes (VCT)', '追い詰め (VCT)', '4와 3 (VCT)'],
} satisfies Record<string, Texts>;

export type Word = keyof typeof words;

/* A kind that has no word of its own is called as the server calls it. */
export function wordOf(key: string): Texts {
  return (words as Record<string, Texts>)[key] ?? [key, key, key];
}
