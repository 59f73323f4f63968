/* Every text of the page in three languages. A key that is missing does not compile. */
export type Language = 'en' | 'ja' | 'ko';
export const languages: [Language, string][] = [['en', 'English'], ['ja', '日本語'], ['ko', '한국어']];

export const english = {
  shogi: 'Shogi', othello: 'Othello', gomoku: 'Gomoku',
  newGame: 'New game', open: 'Open', save: 'Save', library: 'Saved games', settings: 'Settings', close: 'Close', cancel: 'Cancel',
  play: 'Play', start: 'Start', analyse: 'Analyse', stop: 'Stop', hint: 'Hint', undo: 'Undo', resign: 'Resign', flip: 'Flip board',
  first: 'First move', previous: 'Back', next: 'Forward', last: 'Last move', moves: 'Moves', graph: 'Evaluation', lines: 'Lines',
  black: 'Black', white: 'White', sente: 'Sente', gote: 'Gote', human: 'You', engine: 'Yomi', level: 'Level', side: 'You play',
  random: 'Random', bothHuman: 'Both sides', watch: 'Engine against engine', pass: 'Pass', mustPass: 'No move: pass',
  time: 'Time', byLevel: 'By level', perMove: 'Seconds a move', clock: 'Clock', minutes: 'Minutes', increment: 'Increment (s)', byoyomi: 'Byoyomi (s)', byoyomiShort: 'byo',
  handicap: 'Handicap', even: 'Even game', lance: 'Lance', bishop: 'Bishop', rook: 'Rook', rookLance: 'Rook and lance', two: 'Two pieces', four: 'Four pieces', six: 'Six pieces',
  rule: 'Rules', ninuki: 'Ninuki-renju (captures)', pente: 'Pente (captures)', freestyle: 'Freestyle', standard: 'Standard (exact five)', renju: 'Renju', size: 'Board size', opening: 'Opening', free: 'Free', pro: 'Pro',
  yourTurn: 'Your move', thinking: 'Thinking…', waiting: 'Waiting for an engine…', gameOver: 'Game over', wins: '{0} wins', draw: 'Draw', 
  depth: 'Depth', nodes: 'nodes', win: 'win', mate: 'mate', stage: 'Found by',
  analyseGame: 'Analyse whole game', analysing: 'Analysing {0} of {1}', blunders: 'Turning points', noBlunders: 'No large mistakes found', better: 'better: {0}', 
  comment: 'Comment on this position', variation: 'Variation', makeMain: 'Make main line', deleteMove: 'Delete from here', lineCount: 'Lines shown',
  title: 'Title', search: 'Search', noGames: 'No saved games yet', delete: 'Delete', saved: 'Saved', untitled: 'Game of {0}',
  openHelp: 'Choose a file, drop it on the page, or paste a record: KIF, CSA, SFEN or USI; GGF, transcript or OBF; SGF or PSQ.', chooseFile: 'Choose a file', paste: 'Record or position', copy: 'Copy', copied: 'Copied', download: 'Download', image: 'Image', export: 'Export',
  language: 'Language', theme: 'Colours', auto: 'As the system', light: 'Light', dark: 'Dark', pieces: 'Pieces', kanji: 'Kanji', international: 'International', coordinates: 'Coordinates', showValues: 'Values and arrows on the board', legalMoves: 'Show legal moves', notation: 'Notation', japanese: 'Japanese',
  promote: 'Promote', notPromote: 'Do not promote', promotion: 'Promote?', offline: 'No connection to the program. Trying again…', unreadable: 'This record cannot be read: {0}', captured: 'Pairs', discs: 'Discs', hand: 'Hand', forbidden: 'forbidden', empty: 'empty', legal: 'legal', board: 'Board', noGameBuilt: 'This program was built without this game.',
  swap: 'Swap', swap2: 'Swap2', normal: 'Normal', balanced: 'Random, balanced (8 moves)', rightLance: 'Right lance', eight: 'Eight pieces', ten: 'Ten pieces',
  placeThree: 'Set three stones: black, white, black', placeTwo: 'Set two more stones: white, black', chooseColour: 'Choose your colour', takeBlack: 'Take Black', takeWhite: 'Take White', placeMore: 'Set two more', tookColour: 'Yomi takes {0}',
  threats: 'Threats', winsNow: '{0} wins by force', wouldWin: '{0} threatens to win', noThreats: 'No forced win found for either side', numbers: 'Move numbers on stones', secondsEach: 'Seconds a position (whole game)', playOn: 'Play from here',
  lookingBack: 'Looking back; the game goes on', analysingNow: 'Analysing…', played: '{0}: {1}', noLines: 'Press “Analyse” to see the best lines, or play: what the engine thinks is shown here.', noMoves: 'No moves yet.', noGraph: 'Values appear here as the game is analysed. Click to go to a move.', moveOf: 'Move {0}: {1}', dropHere: 'Drop a record to open it',
  mistakes: 'Mistakes', inaccuracies: 'Inaccuracies', large: 'Blunders', levelOf: 'Level of {0}', fromHere: 'Show this line', more: 'Show more', noMatch: 'No saved game matches', position: 'Position', record: 'Record', name: 'Name', shownGames: '{0} of {1}',
};

export type Key = keyof typeof english;

const ja: Record<Key, string> = {
  shogi: '将棋', othello: 'オセロ', gomoku: '五目・連珠',
  newGame: '新規対局', open: '開く', save: '保存', library: '保存した棋譜', settings: '設定', close: '閉じる', cancel: 'キャンセル',
  play: '対局', start: '開始', analyse: '検討', stop: '停止', hint: 'ヒント', undo: '待った', resign: '投了', flip: '盤面反転',
  first: '最初へ', previous: '一手戻る', next: '一手進む', last: '最後へ', moves: '指し手', graph: '評価値', lines: '読み筋',
  black: '黒', white: '白', sente: '先手', gote: '後手', human: 'あなた', engine: 'Yomi', level: 'レベル', side: '手番',
  random: 'ランダム', bothHuman: '両方', watch: 'エンジン同士', pass: 'パス', mustPass: '打てる場所なし: パス',
  time: '持ち時間', byLevel: 'レベル', perMove: '一手の秒数', clock: '時計', minutes: '分', increment: '加算(秒)', byoyomi: '秒読み(秒)', byoyomiShort: '秒読み',
  handicap: '手合割', even: '平手', lance: '香落ち', bishop: '角落ち', rook: '飛車落ち', rookLance: '飛香落ち', two: '二枚落ち', four: '四枚落ち', six: '六枚落ち',
  rule: 'ルール', ninuki: '二抜き連珠', pente: 'ペンテ', freestyle: '自由', standard: '標準(五のみ)', renju: '連珠', size: '盤の大きさ', opening: '開局', free: '自由', pro: 'プロ',
  yourTurn: 'あなたの番です', thinking: '思考中…', waiting: 'エンジンの順番待ち…', gameOver: '終局', wins: '{0}の勝ち', draw: '引き分け', 
  depth: '深さ', nodes: '局面数', win: '勝ち', mate: '詰み', stage: '決定',
  analyseGame: '全体を検討', analysing: '検討中 {0} / {1}', blunders: '転機', noBlunders: '大きな悪手はありません', better: '最善: {0}', 
  comment: 'この局面へのコメント', variation: '変化', makeMain: '本譜にする', deleteMove: 'ここから削除', lineCount: '表示する読み筋',
  title: '題名', search: '検索', noGames: '保存した棋譜はまだありません', delete: '削除', saved: '保存しました', untitled: '{0}の対局',
  openHelp: 'ファイルを選ぶか、ページへドロップするか、棋譜を貼り付けてください: KIF, CSA, SFEN, USI / GGF, 棋譜列, OBF / SGF, PSQ', chooseFile: 'ファイルを選ぶ', paste: '棋譜・局面', copy: 'コピー', copied: 'コピーしました', download: 'ダウンロード', image: '画像', export: '書き出し',
  language: '言語', theme: '配色', auto: 'システムに合わせる', light: '明るい', dark: '暗い', pieces: '駒', kanji: '漢字', international: '国際', coordinates: '座標', showValues: '盤上に評価と矢印', legalMoves: '合法手を表示', notation: '表記', japanese: '日本語',
  promote: '成る', notPromote: '成らない', promotion: '成りますか', offline: 'プログラムに接続できません。再接続中…', unreadable: '棋譜を読めません: {0}', captured: '取った組', discs: '石数', hand: '持ち駒', forbidden: '禁手', empty: '空き', legal: '着手可', board: '盤', noGameBuilt: 'このプログラムにこのゲームは含まれていません。',
  swap: 'スワップ', swap2: 'スワップ2', normal: '通常', balanced: 'ランダム・互角(8手)', rightLance: '右香落ち', eight: '八枚落ち', ten: '十枚落ち',
  placeThree: '石を三つ置いてください: 黒、白、黒', placeTwo: '石をもう二つ置いてください: 白、黒', chooseColour: '色を選んでください', takeBlack: '黒を持つ', takeWhite: '白を持つ', placeMore: 'もう二つ置く', tookColour: 'Yomiは{0}を選びました',
  threats: '狙い', winsNow: '{0}に必勝手順あり', wouldWin: '{0}に勝ちの狙いあり', noThreats: 'どちらにも必勝手順は見つかりません', numbers: '石に手数を表示', secondsEach: '一局面の秒数(全体の検討)', playOn: 'ここから対局',
  lookingBack: '前の局面を見ています(対局は続いています)', analysingNow: '検討中…', played: '{0}: {1}', noLines: '「検討」を押すと最善の読み筋が出ます。対局中はエンジンの読みを表示します。', noMoves: 'まだ指し手はありません。', noGraph: '検討すると評価値がここに出ます。クリックでその局面へ移ります。', moveOf: '{0}手目: {1}', dropHere: '棋譜をここにドロップ',
  mistakes: '悪手', inaccuracies: '疑問手', large: '大悪手', levelOf: '{0}のレベル', fromHere: 'この読み筋を並べる', more: 'もっと見る', noMatch: '一致する棋譜はありません', position: '局面', record: '棋譜', name: '名前', shownGames: '{0} / {1}',
};

const ko: Record<Key, string> = {
  shogi: '쇼기', othello: '오델로', gomoku: '오목·렌주',
  newGame: '새 대국', open: '열기', save: '저장', library: '저장한 기보', settings: '설정', close: '닫기', cancel: '취소',
  play: '대국', start: '시작', analyse: '분석', stop: '정지', hint: '힌트', undo: '무르기', resign: '기권', flip: '판 뒤집기',
  first: '처음으로', previous: '한 수 뒤로', next: '한 수 앞으로', last: '끝으로', moves: '수순', graph: '형세', lines: '수읽기',
  black: '흑', white: '백', sente: '선수', gote: '후수', human: '나', engine: 'Yomi', level: '레벨', side: '내 차례',
  random: '무작위', bothHuman: '양쪽 모두', watch: '엔진 대 엔진', pass: '패스', mustPass: '둘 곳 없음: 패스',
  time: '시간', byLevel: '레벨', perMove: '한 수 초', clock: '시계', minutes: '분', increment: '가산(초)', byoyomi: '초읽기(초)', byoyomiShort: '초읽기',
  handicap: '핸디캡', even: '맞두기', lance: '향차 떼기', bishop: '각 떼기', rook: '비차 떼기', rookLance: '비향 떼기', two: '두 장 떼기', four: '네 장 떼기', six: '여섯 장 떼기',
  rule: '규칙', ninuki: '니누키 렌주(따냄)', pente: '펜테(따냄)', freestyle: '자유', standard: '표준(정확히 다섯)', renju: '렌주', size: '판 크기', opening: '개국', free: '자유', pro: '프로',
  yourTurn: '당신 차례입니다', thinking: '생각 중…', waiting: '엔진 순서를 기다리는 중…', gameOver: '대국 종료', wins: '{0} 승리', draw: '무승부', 
  depth: '깊이', nodes: '노드', win: '승리', mate: '외통', stage: '결정',
  analyseGame: '대국 전체 분석', analysing: '분석 중 {0} / {1}', blunders: '전환점', noBlunders: '큰 실수가 없습니다', better: '최선: {0}', 
  comment: '이 국면에 대한 설명', variation: '변화', makeMain: '본보로 하기', deleteMove: '여기부터 삭제', lineCount: '표시할 수순 수',
  title: '제목', search: '검색', noGames: '저장한 기보가 없습니다', delete: '삭제', saved: '저장했습니다', untitled: '{0} 대국',
  openHelp: '파일을 고르거나 끌어다 놓거나 기보를 붙여 넣으세요: KIF, CSA, SFEN, USI / GGF, 수순, OBF / SGF, PSQ', chooseFile: '파일 선택', paste: '기보·국면', copy: '복사', copied: '복사했습니다', download: '내려받기', image: '그림', export: '내보내기',
  language: '언어', theme: '색', auto: '시스템에 맞춤', light: '밝게', dark: '어둡게', pieces: '말', kanji: '한자', international: '국제', coordinates: '좌표', showValues: '판에 값과 화살표 표시', legalMoves: '둘 수 있는 곳 표시', notation: '표기', japanese: '일본어',
  promote: '승격', notPromote: '승격 안 함', promotion: '승격할까요?', offline: '프로그램에 연결되지 않았습니다. 다시 시도하는 중…', unreadable: '기보를 읽을 수 없습니다: {0}', captured: '따낸 쌍', discs: '돌 수', hand: '가진 말', forbidden: '금수', empty: '빈칸', legal: '둘 수 있음', board: '판', noGameBuilt: '이 프로그램에는 이 게임이 없습니다.',
  swap: '스왑', swap2: '스왑2', normal: '보통', balanced: '무작위·균형(8수)', rightLance: '오른쪽 향차 떼기', eight: '여덟 장 떼기', ten: '열 장 떼기',
  placeThree: '돌 세 개를 놓으세요: 흑, 백, 흑', placeTwo: '돌 두 개를 더 놓으세요: 백, 흑', chooseColour: '색을 고르세요', takeBlack: '흑을 잡기', takeWhite: '백을 잡기', placeMore: '두 개 더 놓기', tookColour: 'Yomi가 {0}을 골랐습니다',
  threats: '위협', winsNow: '{0} 필승 수순 있음', wouldWin: '{0} 승리 위협', noThreats: '양쪽 모두 필승 수순이 없습니다', numbers: '돌에 수 번호 표시', secondsEach: '국면당 초(전체 분석)', playOn: '여기서부터 대국',
  lookingBack: '지난 국면을 보는 중(대국은 계속됩니다)', analysingNow: '분석 중…', played: '{0}: {1}', noLines: '“분석”을 누르면 최선의 수순이 나옵니다. 대국 중에는 엔진의 수읽기를 보여 줍니다.', noMoves: '아직 수가 없습니다.', noGraph: '분석하면 형세가 여기에 나옵니다. 누르면 그 수로 갑니다.', moveOf: '{0}수: {1}', dropHere: '기보를 여기에 놓으세요',
  mistakes: '실수', inaccuracies: '완착', large: '대실수', levelOf: '{0} 레벨', fromHere: '이 수순 보기', more: '더 보기', noMatch: '맞는 기보가 없습니다', position: '국면', record: '기보', name: '이름', shownGames: '{0} / {1}',
};

const tables: Record<Language, Record<Key, string>> = { en: english, ja, ko };

export function translate(language: Language, key: Key, ...values: (string | number)[]): string {
  return values.reduce<string>((text, value, i) => text.replace(`{${i}}`, String(value)), tables[language][key]);
}

export function browserLanguage(): Language {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const short = wanted.slice(0, 2);
    if (short === 'en' || short === 'ja' || short === 'ko') return short;
  }
  return 'en';
}

/* Why a game ended, and which part of the engine chose a move, as the engine says it in English. */
const reasons: Record<string, [string, string]> = {
  mate: ['詰み', '외통'], 'no legal move': ['指し手なし', '둘 수 없음'], repetition: ['千日手', '천일수'],
  'perpetual check': ['連続王手の千日手', '연속 장군'], declaration: ['入玉宣言', '입옥 선언'], 'length of the game': ['手数制限', '수 제한'],
  'the board is full': ['盤が埋まりました', '판이 가득 참'], 'nobody can move': ['両者打てません', '양쪽 모두 둘 수 없음'],
  'five in a row': ['五連', '다섯 줄'], 'five pairs captured': ['五組の取り', '다섯 쌍 따냄'], 'the five was not broken': ['五連が残りました', '다섯 줄이 남음'],
  'no move is allowed': ['打てる場所なし', '둘 곳 없음'], resignation: ['投了', '기권'], time: ['時間切れ', '시간패'],
  search: ['探索', '탐색'], book: ['定跡', '정석'], opening: ['初手', '첫 수'], 'break five': ['五連崩し', '다섯 줄 깨기'], win: ['勝ち', '승리'], block: ['防ぎ', '막기'],
  'the first stones go to the centre': ['初めの石は中央へ', '첫 돌은 중앙으로'], 'only this move breaks the five that stands': ['五連を崩す唯一の手', '다섯 줄을 깨는 유일한 수'],
  'this move wins at once': ['この手で勝ち', '이 수로 바로 승리'], 'only this move stops a five': ['五連を防ぐ唯一の手', '다섯 줄을 막는 유일한 수'],
  'fours alone win by force': ['四追いで勝ち', '사 연속으로 필승'], 'fours and threes win by force': ['四と三の連続で勝ち', '사와 삼의 연속으로 필승'],
  'own VCF': ['四追い(VCF)', '사 연속(VCF)'], 'own VCT': ['追い詰め(VCT)', '위협 연속(VCT)'], 'stop VCF': ['VCF防ぎ', 'VCF 막기'], 'mate solver': ['詰将棋', '외통 풀이'],
};

export function translateReason(language: Language, reason: string): string {
  const pair = reasons[reason];
  if (language === 'en' || !pair) return reason;
  return pair[language === 'ja' ? 0 : 1];
}

/* What the engine remarks during a search: the texts that it has, by their fixed words. */
export function translateNote(language: Language, note: string): string {
  const threat = /^the opponent threatens to win by fours from (\S+); (\d+) moves prevent it$/.exec(note);
  const crossing = /^diagonals of the opponent's stones cross at (\S+); the search weighs it$/.exec(note);
  if (language === 'en') return note;
  if (threat) return language === 'ja' ? `相手に${threat[1]}からの四追いあり。防ぎは${threat[2]}手` : `상대에게 ${threat[1]}부터 사 연속 위협. 막는 수 ${threat[2]}개`;
  if (crossing) return language === 'ja' ? `${crossing[1]}は相手の斜めが交わる点` : `${crossing[1]}은 상대 대각선이 만나는 곳`;
  return translateReason(language, note);
}
