import { type Entry, pages, reachPerson } from '../entry.ts';

/** Entries about returning to a guide, changes, support by a person, and personal data. */
export const supportEntries: readonly Entry[] = [
  {
    id: 'come-back',
    title: 'How do I get back to my guide?',
    wordings: `
      i closed the page how do i find my transfer again | how do i get back to my transfer
      lost the page with my guide | continue my transfer on another device or computer
      the link in the mail says it was used or has expired | resume my transfer tomorrow
      can i stop now and finish later | do i have to finish today | my phone died in the middle of it
      the link in the mail does not work | the link has expired | how long is the link valid
      do i have to pay again if i come back | what if i close the browser | open my guide again | the page is gone
      i lost the page | my computer crashed | i left the site | how to reopen my guide | where are my instructions
      how do i return to my transfer later`,
    at: ['instructions', 'payment'],
    answer: () => [
      'Your transfer is saved. You can pick up where you left off anytime.',
      'On the same device, press “My transfer” at the top of the page.',
      'On another device, open the link in our email. If it doesn’t open there, press “Email me a new link.”',
    ],
    page: pages.help,
    next: ['receipt', 'person', 'duration'],
  },
  {
    id: 'transfer-number',
    title: 'What is my reference?',
    wordings: `
      what is my transfer number | where do i find my transfernumber | transfernumber | which number do i quote when i write to you
      what is the reference of my transfer`,
    at: ['payment', 'payment-error', 'instructions'],
    answer: () => [
      'You’ll find your reference in our emails and on your receipt. It looks like AC3D-E46F.',
      'Include it when you email us.',
    ],
    page: pages.help,
    next: ['person', 'come-back', 'receipt'],
  },
  {
    id: 'person',
    title: 'How do I reach a person?',
    wordings: `
      i want to talk to a human | speak to somebody
      contact support mail address | is there a real person i can write to | opening hours of support
      nobody answers me | customer service | how do i contact you | complaint | i need a real person
      talk to an operator | who do i talk to | your address and office | does a human read this | i want to complain
      is there anybody i can mail | mail address of somebody | i need a human being`,
    answer: (about) => [
      `A real person reads every email. ${reachPerson(about)}`,
      'We don’t have a phone line. Anyone who calls you and says they’re us is a scammer.',
    ],
    page: pages.help,
    next: ['is-it-safe', 'refund', 'come-back'],
  },
  {
    id: 'phone-us',
    title: 'Can I call you?',
    wordings: `
      can somebody ring me or call me back | what is your phone number | call me | give me your phone number
      i want to phone someone at your company | is this telephone yours | do you have a telephone
      i found your number on google | is this number yours | can i call your office | your company telephone
      telephone you | can we have a telephone | i want to speak by telephone and not type`,
    answer: (about) => [
      'No. We don’t have a phone line. Any number that claims to be ours is a scam.',
      'Don’t call a number like that, and hang up if someone calls and says they’re us.',
      `A real person reads every email. ${reachPerson(about)}`,
    ],
    page: pages.help,
    next: ['person', 'messengers', 'in-your-name'],
  },
  {
    id: 'messengers',
    title: 'Are you on WhatsApp or Telegram?',
    wordings: `
      can i messenger you | what is your messenger | do you have a messenger number or group | is your messenger group real
      can we talk on messenger | do you help people on messenger | is it you on messenger | can i text you`,
    answer: (about) => [
      'No. We never use WhatsApp, Telegram, Facebook, or text messages to help you.',
      'Anyone who messages you there and says they’re us is a scammer. Don’t reply, and block them.',
      `A real person reads every email. ${reachPerson(about)}`,
    ],
    page: pages.help,
    next: ['person', 'in-your-name', 'phone-us'],
  },
  {
    id: 'language',
    title: 'Do you speak my language?',
    wordings: `
      do you speak german | is the guide in another language | my english is not good | translate the guide | language`,
    answer: () => [
      'Our guides and this chat are only in English.',
      'You can email us, and a real person will read your email.',
    ],
    page: pages.help,
    next: ['person', 'start', 'what-we-do'],
  },
  {
    id: 'change-choices',
    title: 'Can I change what I chose?',
    wordings: `
      i picked the wrong exchange | i selected the wrong wallet | change the address afterpay | change the amount i entered
      i typed a wrong address on your page how do i correct it | go back and choose again | change my wallet
      i want a different exchange | made a mistake in the form | can i edit my address | entered the wrong amount
      switch from wallet to another one | how do i correct my entry`,
    at: ['payment', 'transfer-form', 'instructions'],
    answer: (about) => [
      'Before you pay, press “Change selection.”',
      'After you pay, you can still change the address, tag, and amount on your transfer’s page. You can do that until the transfer is complete.',
      `To change your exchange or wallet after you pay, please ask us. ${reachPerson(about)}`,
    ],
    page: pages.start,
    next: ['come-back', 'address-when', 'refund'],
  },
  {
    id: 'privacy',
    title: 'What do you know about me?',
    wordings: `
      what do you do with my data | do you store my personal information or my mail | is this chat private or recorded
      do you see my card number | delete my data | gdpr privacy policy | do you sell my details or my mail address
      do you record what i type | is my data safe | do you keep my mail address | who can read this chat
      can others see what i do here | do you store my wallet address | what information do you save
      are my details shared with anyone | am i anonymous | cookies tracking`,
    answer: ({ product }) => [
      'You don’t need an account, and we don’t ask for your name.',
      'We store which exchange and wallet you chose, and your wallet address. If you give us your email, we store it to send you messages about your transfer.',
      'Your card number goes straight to our payment provider. We never see it.',
      'We don’t keep a record of what you ask in this chat.',
      ...(product.usesModel
        ? [
            'We may send your question to another company’s AI, which picks the best of our answers. We remove addresses and long numbers first.',
          ]
        : []),
    ],
    page: pages.safety,
    next: ['is-it-safe', 'account', 'person'],
  },
  {
    id: 'is-it-safe',
    title: 'Is this safe?',
    wordings: `
      is this a scam | can i trust you | are you legit | how do i know you wont take my coins
      my family says this is a fraud | what do you never do | do you have access to my wallet or my exchange account
      you are scammers and thieves | why should i believe you | do you hold or touch my xrp
      are my coins safe with you | is it safe to use your service | can you see or take my xrp | do you get my keys
      is my xrp secure during the transfer | prove that you are honest | how can i be sure you do not steal it
      can you see my balance | what stops you from stealing my xrp | will you steal my xrp | do i hand over my keys
      is this website real | whats the catch | do i have to connect my wallet to your site | sounds fishy to me
      this smells | how do i know you are not a thief | can you take my xrp away`,
    at: ['home', 'payment'],
    answer: () => [
      'We never hold your XRP, and we never ask for your exchange password or your recovery phrase.',
      'You do every step yourself, in your own account. We never touch your XRP.',
      'Anyone who asks for your recovery phrase is trying to steal from you, even if they say they’re us.',
    ],
    page: pages.safety,
    next: ['what-we-do', 'refund', 'recovery-phrase'],
  },
  {
    id: 'afraid',
    title: 'I’m afraid of making a mistake',
    wordings: `
      afraid of losing everything | i am very afraid | what if i do something wrong
      is it dangerous what can go wrong | i am old and not good with computers | can i lose my xrp
      this is too complicated | my hands are shaking | is this too hard for me | i am 80 years old
      i dont want to lose my savings | what if it goes wrong | first time i do this | i do not want to mess this up
      my heart is racing | i do not trust myself | afraid of sending it`,
    answer: () => [
      'Take your time. There’s no rush, and your XRP stays where it is until you press send.',
      'We check your address before you send, and you can send a small test payment first.',
      'We never touch your XRP.',
    ],
    page: pages.safety,
    next: ['test-payment', 'is-it-safe', 'person'],
  },
];
