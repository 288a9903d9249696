import { formatCents, prices } from '@xrp-bridge/contracts/prices';

const guide = `$${formatCents(prices.guide)}`;
const both = `$${formatCents(prices.bundle)}`;

/**
 * The texts of a new installation, by theme. Later, operators maintain the pool.
 * Each text begins with “Ad:”, states a fact or describes our service, and has no link.
 */
export const seedPool: Readonly<Record<string, readonly string[]>> = {
  'your-own-wallet': [
    'Ad: While your XRP sits on an exchange, the exchange holds the keys. In a wallet of your own, you do. We show you the way there, one step at a time.',
    'Ad: Never moved a coin before? Our guide is for people who do it for the first time. One screen, one question, one thing to do. Then the next.',
    'Ad: An exchange is a good place to buy. For keeping, many people prefer a wallet that only they can open. Our guide helps you get your XRP there.',
    'Ad: Leaving your exchange for your own wallet is a handful of small steps. We put them in order and stay beside you until the XRP has arrived.',
    'Ad: Which wallet suits you? We list those that can hold XRP, say what is special about each, and lead you through the one you choose.',
  ],
  'destination-tag': [
    'Ad: A destination tag is a number that says whose XRP it is. Some addresses need one. Ours is a guide that tells you before you press send.',
    'Ad: Sending XRP to an exchange without its tag can mean weeks of waiting for support. We check the tag with you first.',
    'Ad: Tag, memo, no tag at all? The withdrawal form asks, and nobody explains. We explain, in one plain sentence.',
    'Ad: Most personal wallets need no destination tag. Most exchanges do. If you are not sure which one yours is, ask our guide.',
  ],
  'small-test-first': [
    'Ad: Before you send everything, send a little. We work out how small your first test can be, and watch for it on the XRP Ledger.',
    'Ad: A test payment costs one more fee of your exchange, and buys a quiet night. Our guide has you send one first, and tells you when it is there.',
    'Ad: “Your test has arrived.” Four words people like to read before moving the rest of their XRP. Our guide waits for them with you.',
    'Ad: Two transfers instead of one: first a trial with a small amount, later the remainder. It is how careful people move coins, and how we guide you.',
  ],
  'address-check': [
    'Ad: You paste the address, we look it up on the XRP Ledger: does it exist, does it need a tag, does it belong to an exchange?',
    'Ad: One wrong letter in an address, and the form may not even notice. We verify the built-in checksum the moment you paste it.',
    'Ad: Not every address that starts with r is the one you meant. Our guide shows it whole, so that you can compare each group of letters.',
    'Ad: A brand-new wallet must receive a minimum before it counts as opened. We read today’s figure from the ledger and tell you.',
    'Ad: Some malware swaps a copied address for another. Our guide remembers which one you checked, and warns you if it changes.',
  ],
  'recovery-words': [
    'Ad: Nobody honest asks for your recovery words. We do not either. If you paste them by mistake, our page stops them in your browser.',
    'Ad: Write your recovery words on paper. No photo, no cloud, no e-mail. It is the first thing our guide says about a new wallet.',
    'Ad: Twelve or twenty-four words open your wallet anywhere in the world. Keep them where only you will look. We never want to see them.',
    'Ad: Lost the phone, kept the paper? Then your XRP is still yours. Our guide explains what recovery words are for, before you need them.',
  ],
  'fraud-awareness': [
    'Ad: A stranger writes that he can “help” with your wallet? Close the chat. Real support never messages first, and never wants a password.',
    'Ad: Search results can lead to copies of an exchange’s site. We send you to the official address only, and show it to you beforehand.',
    'Ad: Someone on the phone tells you to move your coins today, quickly, to an address of theirs? Hang up. Then talk to someone you trust.',
    'Ad: We hold no coins, no keys and no password of yours. You move your XRP yourself, and we only show the way.',
    'Ad: Remote-control apps have emptied many accounts. Whoever guides you should not need your screen. We explain, and your own hands do it.',
  ],
  'one-price': [
    `Ad: One guide, one price: ${guide}, paid once. No subscription for it, no share of your coins.`,
    `Ad: ${guide} for a guide from your exchange to your wallet. Need more help on the way? With concierge it is ${both}.`,
    `Ad: What does moving XRP cost? Our guide is ${guide}. Your exchange takes its own withdrawal fee, and we tell you about how much.`,
    `Ad: Changed your mind before your XRP has arrived? Then you can have the ${guide} for the guide back. There is a button for it.`,
  ],
  'holds-and-waiting': [
    'Ad: New password, new device, recent card payment: exchanges then often lock withdrawals for a day or more. We tell you before you plan.',
    'Ad: The XRP Ledger needs seconds. The exchange’s review can take hours. Knowing which of the two you are waiting for is half of the calm.',
    'Ad: “Pending” on your exchange is no reason to press the button again. Our guide says what each state means, and when to simply wait.',
    'Ad: Bought by bank transfer this week? Your exchange may keep the coins back until the money has settled. We help you see it coming.',
  ],
  'plain-words': [
    'Ad: Large letters, short sentences, nothing blinking. A guide for moving XRP, made for people who do not do this every day.',
    'Ad: Gas, memo, mainnet, seed? You need not know the jargon. Where a word cannot be avoided, our guide says what it means.',
    'Ad: Have the steps read aloud, or open them on your phone. Moving XRP need not be a test of your eyes.',
    'Ad: Stop in the middle, have a coffee, come back tomorrow. The guide keeps your place, and nothing is sent unless you send it.',
  ],
  'no-account': [
    'Ad: To be guided by us you need no account and no identity papers. You choose your exchange and your wallet, and off you go.',
    'Ad: We do not ask what you own. You may follow the guide without ever telling us an amount.',
    'Ad: Read-only: that is all our service does on the XRP Ledger. It looks whether your payment came. Sending stays with you.',
    'Ad: Curious first? The questions, the wallet list and the address check are open to everyone. You pay only for the guide itself.',
  ],
  'after-arrival': [
    'Ad: When your XRP arrives, our page says so, because it looks at the ledger, not at a promise. You get the transaction to keep.',
    'Ad: Arrived! And now? A receipt for your files, a word about keeping your notes, and no message from us that you did not ask for.',
    'Ad: Nothing there yet? Our guide knows the common reasons, from a paused withdrawal to a missing tag, and says whom to ask.',
  ],
};
