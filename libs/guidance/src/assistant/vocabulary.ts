/**
 * Phrases and the common term that replaces them.
 * They are replaced in this order, as whole words in simplified text.
 */
export const phrases: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['hello', /\b(?:good (?:morning|evening|afternoon|day)|greetings)\b/g],
  [
    'meaning',
    /\b(?:what (?:even |exactly |actually )?(?:is|are)(?= an? |$)|what is(?= xrp$| xrpl$| the xrpl)|whats(?= an? )|what(?: does| do)(?= .{0,60} means?)|means?|explain(?:ed)?|definition|define)\b/g,
  ],
  [
    'smallxrp',
    /\b(?:half an? (?:xrp|ripple|coin)|(?:less|under|below|smaller) (?:than )?(?:1|one|an?) (?:xrp|ripple|coin)|0 \d{1,6} (?:xrp|ripple))\b/g,
  ],
  ['onexrp', /\b(?:(?:1|one|1 xrp|1 00) (?:xrp|ripple|coin))\b/g],
  ['oldreserve', /\b(?:(?:10|20|ten|twenty) (?:xrp|ripple|coins?)s?)\b/g],
  [
    'insist',
    /\b(?:(?:wont|doesnt|does not|will not|cannot|cant|not) (?:let(?! me (?:send|withdraw|move|transfer))|allow|accept|continue|proceed|go (?:on|through|further))(?:ing|ed|s)?|insists?|mandatory|requires?|required|compulsory|obligatory|refuses? to continue)\b/g,
  ],
  [
    ' compare ',
    /\b(?:(?<=wallet) (?:or|vs|versus|vs|is better than|better than|safer than|easier than|versus|against) (?=wallet))\b/g,
  ],
  [
    'howknow',
    /\b(?:how (?:do|can|will|would|should) i (?:know|tell|be sure|see (?:if|whether|that))|how to (?:know|tell)|how sure)\b/g,
  ],
  [
    'theysay person',
    /\b(?:(?:they|he|she|someone|somebody|guy|man|woman|lady|people) (?:is |are |has |have )?(?:says?|said|tells?|told|claims?|claimed|wants?|asks?|asked|asking|offers?|offered|offering|promises?|promised))\b/g,
  ],
  ['afterpay', /\b(?:after (?:i |we |you )?(?:have |ve )?(?:pay|paid|paying|payment))\b/g],
  [
    'gaveaway',
    /\b(?:i (?:have |ve |already |just |stupidly |accidentally ){0,3}(?:typed|entered|gave|given|told|showed|shown|put|shared|pasted|revealed|wrote))\b/g,
  ],
  ['send xrp', /\b(?:(?:get|take|pull) (?:my |the |all )?(?:xrp|coins?|money) (?:out|off|away))\b/g],
  [
    'doforme',
    /\b(?:(?:do|send|transfer|handle|manage|sort) (?:it|this|that|everything|all of it)?(?: all)? ?for me|on my behalf|instead of me)\b/g,
  ],
  ['success', /\b(?:(?:went|gone|go|come|came|got) through|successful(?:ly)?|succeeded)\b/g],
  [
    'somedays',
    /\b(?:\d{1,6} (?:business |working )?(?:hours?|hrs?|days?|weeks?)|(?:two|three|four|five|six|seven|several|many) (?:hours?|hrs?|days?|weeks?)|a (?:day|week|month))\b/g,
  ],
  [
    'steal',
    /\b(?:(?:xrp|coins?|money|they|someone|somebody|everything) (?:has |have |was |were )?(?:been )?(?:taken|took|stolen))\b/g,
  ],
  ['steal scam', /\b(?:(?:been|got|was|were|am|getting) (?:scammed|conned|cheated|tricked|defrauded|fooled|had))\b/g],
  ['buy xrp', /\b(?:paid for (?:my |the |some )?(?:xrp|coins?))\b/g],
  ['alreadysent send', /\b(?:sent|transferred|withdrew)\b/g],
  ['alreadypaid pay', /\b(?:paid|payed)\b/g],
  [
    'notworking',
    /\b(?:(?:not|doesnt|does not|dont|isnt|wont|never) (?:work|function|respond)(?:ing|s)?|broken|no good)\b/g,
  ],
  ['xrpl', /\b(?:(?:xrp|ripple) ledgers?|xrpl|on the ledger)\b/g],
  [
    'tag',
    /\b(?:(?:(?:destination|dest|xrp|personal|wallet) )?(?:tags?|memos?)(?: (?:number|id|code))?|destination (?:number|code))\b/g,
  ],
  [
    'phrase',
    /\b(?:(?:the |my |your )?(?:pass ?phrases?|(?:12|24|twelve|twenty four)(?: secret| recovery| magic)? words?|(?:recovery|backup|back up|seed|secret|security) (?:phrases?|words?|keys?|numbers?|codes?)|seed|mnemonic|private keys?|(?:the|my|those|these|magic) words))\b/g,
  ],
  ['transfernumber', /\b(?:(?:transfer|reference|order|case) (?:number|id|no)|my reference)\b/g],
  ['backup', /\b(?:back(?:ed|ing)? ?up|backups?)\b/g],
  ['hash', /\b(?:(?:transaction|tx) (?:hash|ids?|number|reference)|(?:transfer|payment) hash|tx ?(?:id|hash)|hash)\b/g],
  [
    'whitelist',
    /\b(?:(?:white|allow|safe) ?list(?:ed|ing|s)?|address ?books?|(?:approved|trusted|saved) (?:address(?:es)?|list))\b/g,
  ],
  [
    'securitycode',
    /\b(?:(?:2|two) ?(?:fa|factor|step)(?: (?:code|authentication|verification|sign ?in))?|authenticator|(?:sms|text|verification|security|confirmation|6 digit|six digit|login) codes?)\b/g,
  ],
  ['applepay', /\b(?:(?:apple|google) ?pay)\b/g],
  ['handpay', /\b(?:cash ?app|venmo|pay ?pal|zelle|bank transfer|wire)\b/g],
  [
    'pricemove',
    /\b(?:(?:go|going|goes|went|gone|shoot) (?:up|down)|predict(?:ion|ions|ed)?|moon(?:ing)?|bull ?run|all time high|forecast|(?:xrp|ripple|price|market|coins?) (?:will |is |going to |about to ){0,3}(?:crash|fall|rise|drop|soar|explode|surge|tank)(?:ing|ed|s)?|(?:will |to |could |gonna )(?:explode|skyrocket|boom|soar|surge|tank|10x|100x)|(?:price|cost|worth|value) of (?:an? |one )?(?:xrp|ripple)|(?:xrp|ripple)s? (?:price|worth|cost|value|rate)|(?:xrp|ripple|it) (?:to|at|be|hit|reach|reaches|worth) (?:dollar )?\d{1,6}|(?:hit|reach|worth) (?:dollar )?\d{1,6}|what is xrp worth|what will the price|price (?:be|next|tomorrow|today|right now)|(?:xrp|ripple) (?:is )?(?:dead|finished|over)|is (?:xrp|ripple) (?:dead|finished|over)|what will (?:xrp|ripple|it) be (?:in|at|by|worth)|(?:xrp|it) (?:in|by) (?:\d{1,6} )?(?:years?|20\d\d|christmas|summer|december|january)|exchange rate)\b/g,
  ],
  [
    'howlong',
    /\b(?:how (?:long|many (?:business |working )?(?:days|hours|minutes|weeks)|soon|quick(?:ly)?|fast)|when (?:will|does|do|can|is))\b/g,
  ],
  ['bundleprice', /\b(?:17 76|13 76)\b/g],
  ['guideprice', /\b(?:(?:dollar )?4 00|dollar 4|4 dollars?|four dollars)\b/g],
  ['howmuch', /\b(?:how (?:much|expensive)|how many (?=xrp|ripple|coins)|whats the (?:cost|price|damage))\b/g],
  [
    'notarrived',
    /\b(?:(?:(?:wont|will not|hasnt|has not|havent|have not|didnt|did not|doesnt|does not|isnt|is not|dont|wasnt|not|never|aint)(?: yet| even| actually| been| ever)? (?:arriv(?:ed?|ing)|come|came|received?|there|show(?:ing|n|ed|s)?(?: up)?|appear(?:ed)?|landed|reached|turn(?:ed)? up|got|see it|in (?:my |the )?wallet)|nothing (?:has |have |is |was )?(?:yet )?(?:arrived?|come|came|there|showing|received|in (?:my |the )?wallet|happened|turned up)|(?:cant|cannot|dont|do not|didnt) see (?:it|my xrp|the xrp|any xrp|my coins)|where (?:is|are|did|has|have|the \w{1,20} is)(?: my| the| all)? (?:xrp|coins?|money|transfer|funds)(?: go| gone)?(?! (?:address|tag|guide|receipt|wallet))|wheres (?:my|the) (?:xrp|coins?|money|transfer|funds)(?! (?:address|tag|guide|receipt|wallet))|gone missing|wallet (?:is )?(?:still )?empty(?= after)|(?:get|got|gets|getting|is|be|been|went|it|xrp) lost(?: on the way| in transit)?|lost on the way|disappeared|vanished|still (?:waiting|nothing|zero|empty|not there|no xrp)|(?:has|have|shows?|says?|is|at|balance|balance is) (?:zero|nothing|0)|(?:and|but|still|with) no (?:xrp|coins)|nothing (?:in|at|on)(?= wallet)))\b/g,
  ],
  [
    'feelinglost',
    /\b(?:(?:im|i am|feel|feeling|getting|got)(?: so| totally| completely| a bit| very| really| all)? (?:lost|stuck|confused|muddled))\b/g,
  ],
  [
    'arrived',
    /\b(?:(?:xrp|coins?|money|it|they|transfer) (?:is|are|has|have|s)(?: finally| now)? (?:in|there|here|through|home|landed|turned up)(?! not))\b/g,
  ],
  [
    'feelinglost',
    /\b(?:^stuck$|stuck here|(?:no|any) idea what(?: im| i am| to)?(?: doing| do)?|(?:no|not a|dont have a) clue(?: what)?(?: im| i am)?(?: doing)?|clueless|i give up|too (?:hard|difficult|complicated) for me|im lost here)\b/g,
  ],
  [
    'feelinglost',
    /\b(?:(?:dont|do not|cant|cannot|didnt) (?:really )?(?:understand|get|follow|work out)(?: (?:this|it|that|any|any of (?:this|it)|a thing|a word))?|what (?:now|next)|whats next|now what|(?:the |my )?ne?xt steps?|what (?:do|should|shall|must|am) i (?:supposed to )?do(?: (?:now|next|here))?|(?:dont|do not) know what(?: to do| im doing| i am doing)?(?: (?:now|next))?)\b/g,
  ],
  [
    'afraid',
    /\b(?:(?:scared|afraid|frightened|nervous|worried|anxious|terrified|panick?(?:ing|ed)?|panic|shaking|worry|fear))\b/g,
  ],
  [
    'otherchain',
    /\b(?:(?:bnb|binance)(?: smart)? chain|smart chain|bnb|bsc|(?:bep|erc|trc) ?20|ethereum|eth|base(?! reserve)|polygon|cbxrp|wrapped)\b/g,
  ],
  [
    'inourname',
    /\b(?:(?:from|says) xrp bridge|xrp bridge (?:support|agent|staff|team)|xrp bridge(?= (?:called|rang|phoned|wrote|texted))|your (?:agent|colleague|employee|technician|staff)s?|in your name|from your (?:company|firm|office|team|staff|support)|works? for you)\b/g,
  ],
  [
    'support',
    /\b(?:(?:customer|tech(?:nical)?) (?:service|support|care)|(?:security|fraud|support|help|customer) (?:department|dept|desk|team|office)|help ?(?:desk|line)|hot ?line|support (?:team|agent|person|staff|line|people))\b/g,
  ],
  [
    'telephone',
    /\b(?:(?:(?:tele)?phone|mobile|toll free|contact) (?:number|line)|(?:tele)?phon(?:ed|ing)|rang|(?:tele)?phone calls?|1 800(?: [a-z]{1,20}){0,3}|0800|(?:call|called|calling|calls|phone|ring|rings|ringing) (?:me|us|you)|video calls?|(?<=(?:man|woman|lady|person|someone|somebody) )on the phone|caller|telephone)\b/g,
  ],
  ['messenger', /\b(?:tele ?gram|whats ?app|discord|facebook|twitter|reddit|instagram)\b/g],
  [
    'remotecontrol',
    /\b(?:(?:log|get|connect|dial) ?(?:in|into|on ?to|to) my (?:computer|laptop|pc|phone|tablet)|team ?viewer|any ?desk|quick ?support|remote(?: access| control|ly)?|screen ?shar(?:e|ing)|share (?:my |the )?screen|take over(?: my)? (?:screen|computer|phone|laptop))\b/g,
  ],
  [
    'gift',
    /\b(?:air ?drops?|give ?aways?|free (?:\d{1,6} )?(?:xrp|tokens?|coins?|money)|nfts?|sign requests?|sign (?:this|the|a|that|some)(?: strange)?(?: transaction| request| message)?|gifts?|double (?:my|your|the) (?:xrp|money|coins?)|(?:double|twice)(?: as much| the amount)? back|send back (?:double|twice)|(?:strange|weird|unknown|random) tokens?)\b/g,
  ],
  ['mail', /\b(?:e ?mails?|e mails?|mails?)\b/g],
  [
    'steal',
    /\b(?:(?:got|get|broke|break|been|hacked|someone is|somebody is) (?:in|into|inside) my (?:wallet|account))\b/g,
  ],
  ['signin', /\b(?:(?:log|sign)(?:ged|ging|ned|ning|s)? ?(?:in|into|on)|log ?ins?|logon)\b/g],
  ['password', /\b(?:lock(?:ed|s)? (?:me |us )?out|pass ?words?|pass ?codes?)\b/g],
  ['card', /\b(?:(?:credit|debit|bank) cards?|visa|mastercard|amex|american express|discover card)\b/g],
  [
    'refund',
    /\b(?:refunds?(?:ed)?|give (?:me )?back (?:my |the )?(?:xrp|money|dollar|4|four|cash)|my money back|money back|pay me back|moneyback|reimburse(?:ment)?)\b/g,
  ],
  [
    'europe',
    /\b(?:european union|europe|eu|eea|germany|france|italy|spain|netherlands|ireland|poland|belgium|austria|portugal|sweden)\b/g,
  ],
  [
    'whosewallet',
    /\b(?:(?:who owns|whose|who ?s) (?:the |this |that |my )?wallet|(?:wallet )?(?:owner(?:ship)?|belongs to)|beneficiary|travel rule|self ?hosted|unhosted|self ?custody|recipient name)\b/g,
  ],
  [
    'cannotundo',
    /\b(?:cancel(?:led|ling|ed)?|undo|reverse|call (?:it )?back|take (?:it )?back|get (?:it|them|my xrp|my coins|the xrp) back)\b/g,
  ],
];

/** Synonyms, one group per line. The first word replaces the others. */
export const synonyms = `
xrp ripple coin coins crypto cryptos token tokens fund funds money
send transfer move withdraw withdrawal withdrawals moved transferred sending moving transferring shift withdrawing ship
howmuch cost costs price prices charge charges charged fee fees expensive deduct deducts deducted
exchange platform broker brokerage
afraid scared
amount sum quantity
minimum smallest least lowest min minimal
maximum max most biggest
hold holds held lock locked frozen freeze pending cooling delay delayed hang hung stuck wait waiting waits waited processing queue queued review
scam scams scammed scammer scammers fraud fraudster fraudsters fake phishing con crook crooks thief thieves ripoff swindle criminal criminals cheat cheats
legit legitimate genuine trustworthy honest real reliable trust
robot bot ai chatbot machine
person human being someone somebody operator agent man woman lady guy bloke chap gentleman staff stranger
choose pick select choosing chose chosen picked selected selection
speak talk speaking talking chat contact reach
invalid wrong incorrect typo mistake mistyped mistaken accident accidental accidentally oops refuse refused refuses rejected rejects reject declined decline declines unaccepted unsupported
steal stole stolen hacked hack hacker drained robbed rob emptied compromised robbery theft
guide instructions instruction guidance manual tutorial
pay paying paid payment payments payed checkout
safe secure safety protected protect safely
install download setup downloading installing
lose gone forgot forgotten forget lost losing misplaced
buy bought purchase purchased buying purchases buys
show shows showing display displays displayed appear appears shown
hello hi hey
thanks thank thx cheers
not no dont doesnt didnt cant cannot wont isnt arent wasnt havent hasnt without never none nothing
computer desktop laptop pc mac windows browser
you your yours u ur
network networks blockchain blockchains chain chains protocol mainnet
receipt invoice bill receipts
test trial sample try trying
cannotundo stop halt abort recall revoke
change switch edit alter amend modify changed different replace update updated
right correct
find locate search
receive receiving received
spend spendable usable spending
less fewer lower missing short smaller
everything all entire whole total
begin start begins starts beginning started starting
subscription monthly recurring renew weekly yearly
fail failed failing fails failure error
suspended disabled paused suspend disable unavailable switched maintenance
photo picture screenshot screenshots image photograph
identity passport id licence license driving selfie verify verification kyc verified document documents identification
picture photo
skip omit ignore leave
person people
name label title description labels
keep stay stays remain remains keeps kept
transaction tx transactions
track follow trace trail
twice double two
empty blank
box field
optional voluntary
advice recommend recommendation suggest
help assist assistance support
lady woman
company firm business
date current uptodate outdated
private privacy confidential anonymous
information data details info
old elderly pensioner senior
tablet ipad
phone mobile smartphone iphone android cellphone
button buttons option options menu
account accounts
name label title description
arrive arrived arrives arriving
quick fast quickly speed faster rush urgent urgently hurry earlier sooner release
language german english spanish french italian dutch polish turkish
website site webpage
angry furious fed
stupid dumb useless rubbish garbage idiot idiots crap
`;

/** Possible subjects of a question. All other words only qualify them. */
export const topics = `
xrp exchange wallet send xrpl guide
tag network otherchain address evmaddress metamask unlistedexchange unlistedwallet toexchange reserve onexrp oldreserve smallxrp
howmuch minimum amount test hold limit whitelist securitycode password identity whosewallet notarrived hash phrase steal scam
telephone messenger inourname remotecontrol gift refund receipt card handpay applepay pay concierge bundleprice guideprice pricemove
advice invest tax cannotundo suspended balance account mail robot privacy quantum bitcoin language computer phone doforme legit
afraid fail insist europe browser explorer howlong support install photo transfernumber backup subscription arrived transaction twice track
`;

/** Words that say nothing about the subject. */
export const fillers = new Set(
  `a an the and or but so if of in on at by for from to into onto with as is are was were be been being am i im ive id ill
  me my mine myself we us our he she it its his her him they them their theirs this that these those
  there here do does did done doing have has had having can could would will shall may might must just very really quite
  now then than too also please pls plz ok okay well want wants wanted like need needs needed get got getting go
  going gets goes make makes made let lets say says said saying tell tells told know known think thought thing things
  something some any anything all both each one ones thats whats theres heres what whose when 
  how because about up down out off over again dear sir madam oh um uh lol whether while after before still even
  already only much many more bit       
  im its yes yet maybe way put use website site web online using used come comes came see look looking last since
  monday tuesday wednesday thursday friday saturday sunday morning evening afternoon night day days week weeks month
  months year years hour hours minute minutes yesterday today tonight ago early late later soon time
  son daughter grandson granddaughter wife husband brother sister mother father mum mom dad friend neighbour neighbor
  family kids children wanna gonna gotta lets rather roughly nephew wtf niece aunt uncle cousin hmm hm er eh lot mate happen happened happens else other another everyone everybody`
    .split(/\s+/)
    .filter(Boolean),
);
