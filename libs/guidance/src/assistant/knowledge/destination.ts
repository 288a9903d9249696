import { compareBoldGroups } from '@xrp-bridge/contracts/address-groups';
import { exchangeErrors, ownWalletTagFact } from '../../guides/common.ts';
import { type Entry, exchangeNameOf, pages, solutionOf } from '../entry.ts';

/** The answer if the customer entered an address with a tag. */
const theirTag = [
  'You gave us your address with a destination tag. At your exchange, enter the exact tag shown on our page.',
  'Your own wallet normally doesn’t need a tag and ignores it. If a website or a stranger gave you this tag, stop and ask us.',
];

/** Entries about the network, the tag and the address. */
export const destinationEntries: readonly Entry[] = [
  {
    id: 'network',
    title: 'Which network do I choose?',
    wordings: `
      what network should i select at exchange | otherchain or xrpl network | exchange asks me for a network | network
      is otherchain ok it is cheaper | network options xrp otherchain which one | address does not match the network
      what is otherchain | which chain | right network for xrp | transfer network | there are several networks to choose from`,
    at: ['instructions'],
    needs: 'exchange',
    answer: ({ exchange }) => [
      exchange.network,
      ...(exchange.network.avoid.length > 0 ? [`Don’t choose ${exchange.network.avoid.join(' or ')}.`] : []),
    ],
    page: pages.help,
    next: ['tag', 'wrong-network', 'first-amount'],
  },
  {
    id: 'wrong-network',
    title: 'I chose the wrong network',
    wordings: `
      i sent it over otherchain by mistake | sent xrp on otherchain is it lost | used the wrong network
      xrp went to otherchain network | i selected otherchain and pressed send | already sent on the wrong network
      i did it over otherchain is it gone | i used otherchain instead of xrp`,
    at: ['instructions'],
    answer: (about) => [
      'If you haven’t pressed send yet, go back and choose “XRP Ledger” or “XRP.”',
      `If you already sent your XRP, we can’t get it back. Ask ${exchangeNameOf(about)} for help on its own site.`,
      'Anyone who offers to get your XRP back for a fee is a scammer.',
    ],
    page: pages.help,
    next: ['network', 'hash', 'fake-support'],
  },
  {
    id: 'tag',
    title: 'Do I need a destination tag?',
    wordings: `
      do i have to put in a tag at exchange | what do i enter in the tag field | tag empty or not | tag
      tag for my own wallet | where do i find my tag | does my wallet have a tag | what is the tag of my wallet
      what number do i put in the tag box | is the tag optional | exchange asks for a tag | tag in wallet
      do i leave the tag box blank | what to write as tag | must i fill in the tag`,
    at: ['destination-tag-required', 'destination-tag-not-needed', 'transfer-form', 'instructions'],
    answer: ({ exchange, wallet, step }) =>
      step === 'destination-tag-required'
        ? theirTag
        : [wallet ? wallet.destinationTagInfo : ownWalletTagFact, exchange.tag],
    page: pages.help,
    next: ['tag-insisted', 'tag-meaning', 'network'],
  },
  {
    id: 'tag-meaning',
    title: 'What is a destination tag?',
    wordings: `
      what does tag mean | explain tag | what is a memo for | tag definition | who invented these tags
      i do not know what a tag is | tag what is that | purpose of the tag`,
    at: ['destination-tag-required', 'destination-tag-not-needed'],
    answer: () => [
      'A destination tag is a number that tells an exchange which customer the XRP is for, because many customers share one address.',
      ownWalletTagFact,
    ],
    page: pages.help,
    next: ['tag', 'tag-insisted', 'to-exchange'],
  },
  {
    id: 'tag-insisted',
    title: 'My exchange insists on a tag',
    wordings: `
      exchange does not let me continue without a tag | tag insist | error tag required | your guide says leave it empty but exchange says required | exchange refuses without a tag | it says enter tag | the form says a tag is needed
      it does not go on without a tag | tag field cannot be empty | says the tag is mandatory | cannot leave the tag empty
      why does exchange force me to enter a tag | it needs a tag but i have none`,
    at: ['destination-tag-required', 'instructions'],
    answer: ({ exchange, step }) =>
      step === 'destination-tag-required' ? theirTag : [exchange.tag, solutionOf(exchangeErrors, 'tag-insisted')],
    page: pages.help,
    next: ['tag', 'to-exchange', 'network'],
  },
  {
    id: 'tag-forgotten',
    title: 'I sent XRP without a tag',
    wordings: `
      forgot the tag | no tag entered is my xrp lost | sent without tag | i left the tag out of it
      without tag is it gone | missing tag already sent | i put in a wrong tag is that bad
      i entered a tag although it is my own wallet | sent with the wrong tag | did not enter a tag
      is my xrp lost without a tag | used a made up tag for my own wallet`,
    at: ['instructions'],
    answer: () => [
      'If you sent your XRP to your own wallet, everything is fine. Your own wallet doesn’t need a destination tag and ignores it.',
      'If you sent your XRP to an exchange, you needed a tag. Ask that exchange for help on its own site.',
    ],
    page: pages.help,
    next: ['not-arrived', 'tag-meaning', 'hash'],
  },
  {
    id: 'to-exchange',
    title: 'Can I send to another exchange?',
    wordings: `
      send my xrp toexchange | transfer from exchange toexchange | do i need a tag toexchange | tag toexchange | deposit toexchange | from exchange toexchange
      how do i get my xrp back toexchange to sell | move from my wallet toexchange | deposit at an exchange`,
    answer: () => [
      'Not with this guide. It’s for sending to your own wallet.',
      'An exchange needs the exact destination tag from its own XRP deposit page. Without it, you could lose your XRP.',
    ],
    page: pages.help,
    next: ['tag-meaning', 'what-we-do', 'exchange-not-listed'],
  },
  {
    id: 'where-to-send',
    title: 'Which address do I send to?',
    wordings: `
      do i send my xrp to you first | should i send my xrp to your address | where do i send the xrp
      what is the xrp address of your company | what address do i send it to | can i send it to a friend
      somebody gave me an address to send my xrp to | whose address do i enter at exchange
      what do i put as recipient | do i send it to your wallet | to whom do i send the xrp
      is the address yours or mine`,
    at: ['instructions', 'transfer-form'],
    answer: () => [
      'Only send your XRP to your own wallet’s address. Never send it to us or to an address someone sends you.',
      'Once you give us your address, your guide shows it so you can copy it.',
    ],
    page: pages.safety,
    next: ['find-address', 'paste-address', 'is-it-safe'],
  },
  {
    id: 'address-when',
    title: 'Do I need my address now?',
    wordings: `
      do i have to enter my address before paying | i have not got a wallet address to enter yet
      can i fill in the address later | can i skip the address | why do you want my wallet address is it secret
      is it dangerous to give you my address | who can see my address | can people see how much i have
      is it bad if people see my address | what can somebody do with my address | why do you need to know my address
      do i give you my address before or afterpay | can hackers use my address | when do you need my address`,
    at: ['transfer-form', 'exchange-selection', 'wallet-selection'],
    answer: () => [
      'You can enter your address now, or after you pay.',
      'We ask for your address so we can check it and put it in your guide for you to copy.',
      'Your address isn’t a secret. Anyone can look it up, but they can’t move your XRP.',
    ],
    page: pages.start,
    next: ['find-address', 'address-look', 'install-wallet'],
  },
  {
    id: 'address-look',
    title: 'What does an XRP address look like?',
    wordings: `
      does my address have to start with r | my address begins with r is that right | what is an xrp address
      r address | how many characters has an address | is this address correct | my address starts with x instead of r
      how do i know my address is right | capital r or small r | address length | check my address
      my address has 33 characters | my address is so long and strange | x address | is this a proper address
      how long should an address be | how do i recognise an xrp address | how many letters in an xrp address`,
    at: ['transfer-form', 'wallet-setup-guidance'],
    answer: () => [
      'An XRP address starts with a lowercase r and has 25 to 35 letters and numbers.',
      'An address that starts with a capital X is fine too. It combines an address and a tag, and we’ll separate them for you.',
      'An address that starts with 0x belongs to a different network. If you send XRP there, you’ll lose it.',
      'Paste your address into the box on our page, and we’ll check it.',
    ],
    page: pages.start,
    next: ['find-address', 'paste-address', 'address-invalid'],
  },
  {
    id: 'paste-address',
    title: 'How do I enter the address safely?',
    wordings: `
      can i type the address by hand | how do i copy and paste the address | do i compare the whole address
      scan the qr code | pick the address from past payments | is copy and paste safe
      what if i paste the wrong address | can i trust copy and paste | the pasted address is different | how do i copy
      do i have to type all these letters | how do i paste on my phone | which characters should i compare
      can i scan it with my camera`,
    at: ['instructions', 'transfer-form'],
    answer: () => [
      'Always copy and paste your address. Never type it.',
      'Then compare the pasted address with the one on our page.',
      compareBoldGroups,
      'Don’t pick an address from a list of past payments. Scammers put similar addresses there.',
    ],
    page: pages.help,
    next: ['address-invalid', 'test-payment', 'wrong-address'],
  },
  {
    id: 'address-invalid',
    title: 'My address isn’t accepted',
    wordings: `
      exchange says the address is invalid | invalid address error | it does not accept my address
      address not accepted | that doesnt look right | your page says my address is wrong
      address not recognised too short | address invalid | why is my address not valid | exchange rejects my address
      unsupported address | exchange does not recognise my address`,
    at: ['transfer-form', 'instructions'],
    answer: () => [solutionOf(exchangeErrors, 'address-invalid')],
    page: pages.help,
    next: ['address-look', 'find-address', 'whitelist'],
  },
  {
    id: 'wrong-address',
    title: 'I sent XRP to the wrong address',
    wordings: `
      sent to the wrong address can i cannotundo | mistake in the address already sent | cannotundo a withdrawal
      can you get my xrp back | how do i cannotundo the transfer at exchange | stop the payment i made an error
      sent it to a stranger | cannotundo | cannotundo a transaction | i made a typo in the address and confirmed it
      i want to cannotundo the withdrawal | sent to an old address of mine
      one letter of the address was wrong and it is sent | recall the payment
      i sent the coins to the address of a stranger | can exchange pull it back
      one digit of the address was wrong and the money is gone | wrong recipient`,
    at: ['instructions'],
    answer: (about) => [
      'Once your exchange has sent your XRP, no one can get it back, including us.',
      `If ${exchangeNameOf(about)} still shows the withdrawal as pending, go to its own site right away. Ask if you can cancel it.`,
      'Anyone who offers to get your XRP back for a fee is a scammer.',
    ],
    page: pages.help,
    next: ['hash', 'paste-address', 'fake-support'],
  },
];
