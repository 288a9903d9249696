import { fakeSupportFact, giftsFact, keysFact } from '../../guides/common.ts';
import { type Entry, pages, reachPerson } from '../entry.ts';

/** Entries about secrets and fraud. */
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
      'Write your recovery phrase on paper and keep it private. Anyone who has it can take your XRP.',
    ],
    page: pages.safety,
    next: ['phrase-told', 'phrase-lost', 'is-it-safe'],
  },
  {
    id: 'phrase-told',
    title: 'I told someone my recovery phrase',
    wordings: `
      i gave my phrase to someone | i typed my phrase on a website | somebody knows my phrase what do i do
      gaveaway phrase | i showed my phrase on the screen | i entered my phrase into a form by mistake
      someone has seen my phrase | a stranger has my phrase now | i sent my phrase by mail
      stupid me i put my phrase into a website | a website has my phrase now | phrase leaked`,
    answer: () => [
      'Act now. Anyone who knows your recovery phrase can take everything in that wallet.',
      'Create a new wallet with a new phrase in the wallet maker’s own app, and send your XRP there right away.',
      'Don’t use the old wallet again.',
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
      'No one can recover your phrase, including us.',
      'If your wallet still opens, create a new wallet, write its phrase on paper, and send your XRP there.',
      'Anyone who offers to recover a wallet for a fee is a scammer.',
    ],
    page: pages.safety,
    next: ['recovery-phrase', 'install-wallet', 'fake-support'],
  },
  {
    id: 'fake-support',
    title: 'Someone called or messaged me',
    wordings: `
      a man on the telephone says he is from support | someone from exchange support called me | caller from exchange
      i found a telephone for exchange support online | someone on messenger offers to help me | telephone
      support asks me to pay first | is this caller real | what is the telephone of exchange
      exchange support telephone | someone wrote to me that my account is in danger
      exchange support wants my password | somebody telephone me about my xrp | text message from exchange
      support on messenger asks me | they claim to be from exchange | exchange support number on google`,
    answer: (about) => [
      fakeSupportFact,
      'Hang up, don’t reply, and don’t press any links in messages.',
      'Never share your recovery phrase with anyone.',
      `If you’re not sure, ask us first. ${reachPerson(about)}`,
    ],
    page: pages.safety,
    next: ['stolen', 'recovery-phrase', 'in-your-name'],
  },
  {
    id: 'in-your-name',
    title: 'Someone says they work for you',
    wordings: `
      inourname telephone | inourname messenger | person on messenger says he is inourname | man inourname
      the caller says he is inourname | somebody inourname wrote me | text message inourname | inourname wants my phrase
      is it you who telephone | did you telephone | did you write to me on messenger | is he really inourname
      person on the telephone says inourname | inourname found me on messenger | inourname asks for money`,
    answer: (about) => [
      'If someone called or messaged you first, it wasn’t us. We never do that.',
      'Hang up, don’t reply, and don’t press any links in messages.',
      'Never share your recovery phrase with anyone, and never let anyone see your screen.',
      `If you’re not sure, ask us first. ${reachPerson(about)}`,
    ],
    page: pages.safety,
    next: ['stolen', 'mail-from-you', 'remote-control'],
  },
  {
    id: 'mail-from-you',
    title: 'Is this email from you?',
    wordings: `
      i got a mail in your name is it real | mail says send xrp to this address | strange mail about my transfer
      the mail says my address was changed | someone changed the address of my transfer | address changed by somebody
      mail from your company asks me for something | my address was changed and it was not me
      mail says confirm your wallet`,
    answer: (about) => [
      'Our emails never include an address to send XRP to. Your address is only in your guide.',
      'Our emails never ask for your recovery phrase, your secret key, or a password.',
      'If an email says your address was changed and you didn’t do it, don’t send any XRP. Check that the address in your guide matches the one in your own wallet.',
      reachPerson(about),
    ],
    page: pages.safety,
    next: ['fake-support', 'come-back', 'person'],
  },
  {
    id: 'remote-control',
    title: 'Can I let someone see my screen?',
    wordings: `
      someone wants remotecontrol of my computer | install remotecontrol for support | remotecontrol
      share my screen with the helper | he told me to install remotecontrol so that he can help me | zoom call to see my screen
      can you take over my screen | do you help with remotecontrol | can you connect with remotecontrol and do it`,
    answer: () => [
      'No. Never let a stranger see or take over your screen, and don’t install anything for a caller.',
      'No one who’s honestly helping you needs TeamViewer, AnyDesk, or anything like them. We’ll never ask you to install one.',
    ],
    page: pages.safety,
    next: ['fake-support', 'remote-control-given', 'do-it-for-me'],
  },
  {
    id: 'remote-control-given',
    title: 'Someone got into my computer',
    wordings: `
      he already installed remotecontrol on my computer | i let someone in with remotecontrol | remotecontrol is running
      i installed remotecontrol for a caller | a stranger was in my computer | they had remotecontrol of my computer
      i gave remotecontrol to a person | he moved the mouse on my computer`,
    answer: () => [
      'Act now. Hang up and turn the device off so the scammer can’t continue.',
      'On another device, change the passwords for your email and your exchange.',
      'If your wallet or its recovery phrase was on that device, create a new wallet with a new phrase and send your XRP there right away.',
      'Have someone you trust clean up the device before you use it again.',
    ],
    page: pages.safety,
    next: ['stolen', 'phrase-told', 'person'],
  },
  {
    id: 'gifts',
    title: 'Someone is giving away XRP',
    wordings: `
      is the gift real | gift from ripple | i got a gift in my wallet | someone promises to double my xrp | gift
      wallet asks me to sign something i did not start | claim my gift | claim reward
      unknown token appeared in my wallet | giving away xrp on youtube | celebrity gives xrp
      send xrp and get twice back | i won xrp in a lottery | free xrp offer from the ripple boss | sign in wallet
      ripple is giving 2x back | xrp doubling offer`,
    at: ['success'],
    answer: () => [giftsFact, 'Say no to anything you didn’t start. No one gives XRP away.'],
    page: pages.safety,
    next: ['stolen', 'fake-support', 'recovery-phrase'],
  },
  {
    id: 'told-to-send',
    title: 'Someone told me to send XRP',
    wordings: `
      support says i must send xrp to verify my wallet | they told me to move my xrp to a safe wallet they gave me
      exchange told me to send my xrp to a new safe address | send xrp to verify or unlock my account
      theysay send xrp first | someone asks me to send xrp to their wallet | i must send xrp to keep my account
      theysay send my xrp to protect it | they want me to send xrp so that they can verify me`,
    answer: () => [
      'Stop, and don’t send anything. No honest person will ask you to send XRP to verify, unlock, or protect anything.',
      'Only send your XRP to the address your own wallet shows you.',
    ],
    page: pages.safety,
    next: ['fake-support', 'where-to-send', 'stolen'],
  },
  {
    id: 'stolen',
    title: 'I think I was scammed',
    wordings: `
      my xrp was steal | my wallet was hacked | i was scam and they took my xrp | all my xrp is gone from my wallet
      i have been tricked what can i do | can someone recover steal xrp
      recovery expert or lawyer can bring my xrp back | i think i have been hacked | steal
      somebody emptied my wallet | i fell for a scam | i sent xrp to a scammer
      i clicked a link or scanned a code and my xrp left | they took all my money | report a scam to the police
      my xrp has been taken from my wallet | somebody took my xrp`,
    answer: () => [
      'Stop talking to the person who contacted you, and don’t send anything else.',
      'If someone may know your recovery phrase, create a new wallet with a new phrase and send what’s left there right away.',
      'Report the scam to the police, and to your exchange on its own site.',
      'Anyone who offers to get your XRP back for a fee is a scammer too.',
    ],
    page: pages.safety,
    next: ['phrase-told', 'fake-support', 'person'],
  },
];
