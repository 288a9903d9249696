import { fakeSupportFact, giftsFact, keysFact } from '../../guides/common.ts';
import { type Entry, pages, reachPerson } from '../entry.ts';

/** Secrets and fraud. */
export const safetyEntries: readonly Entry[] = [
  {
    id: 'recovery-phrase',
    title: 'Who needs my recovery phrase?',
    wordings: `
      do i type my phrase on your site | should i give you my phrase | someone asks for my phrase | where do i enter my phrase
      what is a phrase | can i send you my phrase so you can help | how do i keep my phrase safe | phrase
      is it ok to take a photo of my phrase | do you need my password or private key | should i write down my phrase
      where do i keep my phrase | how do i backup my wallet | wallet wants me to make a backup | save my phrase on the phone | is my phrase needed for the transfer | exchange asks for my phrase
      the form wants my phrase | somebody says i need my phrase`,
    at: ['wallet-setup-guidance'],
    answer: () => [
      keysFact,
      'Write your recovery phrase on paper and keep it to yourself: whoever has it has your XRP.',
    ],
    page: pages.safety,
    next: ['phrase-told', 'phrase-lost', 'is-it-safe'],
  },
  {
    id: 'phrase-told',
    title: 'I told somebody my recovery phrase',
    wordings: `
      i gave my phrase to someone | i typed my phrase on a website | somebody knows my phrase what do i do
      gaveaway phrase | i showed my phrase on the screen | i entered my phrase into a form by mistake
      someone has seen my phrase | a stranger has my phrase now | i sent my phrase by mail
      stupid me i put my phrase into a website | a website has my phrase now | phrase leaked`,
    answer: () => [
      'Act now: whoever knows your recovery phrase can take what is in that wallet.',
      'Make a new wallet with a new phrase, in the maker’s own app, and send your XRP there at once.',
      'Do not use the old wallet again.',
    ],
    page: pages.safety,
    next: ['stolen', 'install-wallet', 'person'],
  },
  {
    id: 'phrase-lost',
    title: 'I lost my recovery phrase',
    wordings: `
      forgot my phrase | cannot find the paper with my phrase | can you restore my wallet | lost phrase
      recover my wallet without phrase | lost my phone with the wallet | i threw my phrase away | wallet deleted`,
    answer: () => [
      'We cannot restore it, and nobody else can.',
      'As long as your wallet still opens, make a new wallet, write its phrase on paper, and send your XRP there.',
      'Whoever offers to recover a wallet for a fee is a fraud.',
    ],
    page: pages.safety,
    next: ['recovery-phrase', 'install-wallet', 'fake-support'],
  },
  {
    id: 'fake-support',
    title: 'Somebody called or wrote to me',
    wordings: `
      a man on the telephone says he is from support | someone from exchange support called me | caller from exchange
      i found a telephone for exchange support online | someone on messenger offers to help me | telephone
      support asks me to pay first | is this caller real | what is the telephone of exchange
      exchange support telephone | someone wrote to me that my account is in danger
      exchange support wants my password | somebody telephone me about my xrp | text message from exchange
      support on messenger asks me | they claim to be from exchange | exchange support number on google`,
    answer: (about) => [
      fakeSupportFact,
      'Hang up, do not answer, and do not press links in messages.',
      'Never tell your recovery phrase to anybody.',
      `If you are not sure, ask us first. ${reachPerson(about)}`,
    ],
    page: pages.safety,
    next: ['stolen', 'recovery-phrase', 'in-your-name'],
  },
  {
    id: 'in-your-name',
    title: 'Somebody says they are from you',
    wordings: `
      inourname telephone | inourname messenger | person on messenger says he is inourname | man inourname
      the caller says he is inourname | somebody inourname wrote me | text message inourname | inourname wants my phrase
      is it you who telephone | did you telephone | did you write to me on messenger | is he really inourname
      person on the telephone says inourname | inourname found me on messenger | inourname asks for money`,
    answer: (about) => [
      'It was not us: we never call you, and we never write to you first.',
      'Hang up, do not answer, and do not press links in messages.',
      'Never tell your recovery phrase to anybody, and let nobody see your screen.',
      `If you are not sure, ask us first. ${reachPerson(about)}`,
    ],
    page: pages.safety,
    next: ['stolen', 'mail-from-you', 'remote-control'],
  },
  {
    id: 'mail-from-you',
    title: 'Is this e-mail from you?',
    wordings: `
      i got a mail in your name is it real | mail says send xrp to this address | strange mail about my transfer
      the mail says my address was changed | someone changed the address of my transfer | address changed by somebody
      mail from your company asks me for something | my address was changed and it was not me
      mail says confirm your wallet`,
    answer: (about) => [
      'Our e-mails never name an address to send XRP to: yours is only in your guide.',
      'They never ask for your recovery phrase, your secret key or a password.',
      'If an e-mail says that your address was changed and you did not do it, send no XRP and compare the address with the one in your own wallet.',
      reachPerson(about),
    ],
    page: pages.safety,
    next: ['fake-support', 'come-back', 'person'],
  },
  {
    id: 'remote-control',
    title: 'May somebody see my screen?',
    wordings: `
      someone wants remotecontrol of my computer | install remotecontrol for support | remotecontrol
      share my screen with the helper | he told me to install remotecontrol so that he can help me | zoom call to see my screen
      can you take over my screen | do you help with remotecontrol | can you connect with remotecontrol and do it`,
    answer: () => [
      'No: let no stranger see or take over your screen, and install nothing for a caller.',
      'Nobody who helps you honestly needs TeamViewer, AnyDesk or anything like it, and we never ask for it.',
    ],
    page: pages.safety,
    next: ['fake-support', 'remote-control-given', 'do-it-for-me'],
  },
  {
    id: 'remote-control-given',
    title: 'Somebody was in my computer',
    wordings: `
      he already installed remotecontrol on my computer | i let someone in with remotecontrol | remotecontrol is running
      i installed remotecontrol for a caller | a stranger was in my computer | they had remotecontrol of my computer
      i gave remotecontrol to a person | he moved the mouse on my computer`,
    answer: () => [
      'Act now: hang up and turn the device off, so that nobody can go on.',
      'On another device, choose a new password for your e-mail and for your exchange.',
      'If your wallet or its recovery phrase was on that device, make a new wallet with a new phrase and send your XRP there at once.',
      'Let somebody you know clean the device before you use it again.',
    ],
    page: pages.safety,
    next: ['stolen', 'phrase-told', 'person'],
  },
  {
    id: 'gifts',
    title: 'Somebody gives away XRP',
    wordings: `
      is the gift real | gift from ripple | i got a gift in my wallet | someone promises to double my xrp | gift
      wallet asks me to sign something i did not start | claim my gift | claim reward
      unknown token appeared in my wallet | giving away xrp on youtube | celebrity gives xrp
      send xrp and get twice back | i won xrp in a lottery | free xrp offer from the ripple boss | sign in wallet
      ripple is giving 2x back | xrp doubling offer`,
    at: ['success'],
    answer: () => [giftsFact, 'Decline what you did not start yourself; nobody gives away XRP.'],
    page: pages.safety,
    next: ['stolen', 'fake-support', 'recovery-phrase'],
  },
  {
    id: 'told-to-send',
    title: 'Somebody tells me to send XRP',
    wordings: `
      support says i must send xrp to verify my wallet | they told me to move my xrp to a safe wallet they gave me
      exchange told me to send my xrp to a new safe address | send xrp to verify or unlock my account
      theysay send xrp first | someone asks me to send xrp to their wallet | i must send xrp to keep my account
      theysay send my xrp to protect it | they want me to send xrp so that they can verify me`,
    answer: () => [
      'Stop, and send nothing: nobody honest asks you to send XRP to verify, unlock or protect anything.',
      'Send your XRP only to the address that your own wallet shows you.',
    ],
    page: pages.safety,
    next: ['fake-support', 'where-to-send', 'stolen'],
  },
  {
    id: 'stolen',
    title: 'I think I was robbed',
    wordings: `
      my xrp was steal | my wallet was hacked | i was scam and they took my xrp | all my xrp is gone from my wallet
      i have been tricked what can i do | can someone recover steal xrp
      recovery expert or lawyer can bring my xrp back | i think i have been hacked | steal
      somebody emptied my wallet | i fell for a scam | i sent xrp to a scammer
      i clicked a link or scanned a code and my xrp left | they took all my money | report a scam to the police
      my xrp has been taken from my wallet | somebody took my xrp`,
    answer: () => [
      'Stop talking to whoever wrote or called, and send nothing more.',
      'If they may know your recovery phrase, make a new wallet with a new phrase and send what is left there at once.',
      'Tell your exchange, inside its own site, and the police.',
      'Whoever offers to bring XRP back for a fee is a fraud too.',
    ],
    page: pages.safety,
    next: ['phrase-told', 'fake-support', 'person'],
  },
];
