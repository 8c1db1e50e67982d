/**
 * The most common Chinese characters. Next to each other they often form words that are one token. Other characters are
 * mostly one or two tokens each.
 */
export const COMMON_HAN: ReadonlySet<number> = new Set(
  [
    ...('的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道' +
      '行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无' +
      '力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二' +
      '等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各' +
      '入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指' +
      '克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据' +
      '程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运器单组服置户存网页线字码注端列参符型值返' +
      '错示例库版测试项步密钥缓配请'),
  ].map((character) => character.charCodeAt(0)),
);
