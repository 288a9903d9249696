import { formatCents, prices } from '@xrp-bridge/contracts/prices';

const guide = `$${formatCents(prices.guide)}`;
const both = `$${formatCents(prices.bundle)}`;

/**
 * The texts of a new installation, by theme. Later, operators maintain the pool.
 * Each text begins with “Ad:”, states a fact or describes our service, and has no link.
 */
export const seedPool: Readonly<Record<string, readonly string[]>> = {
  'your-own-wallet': [
    'Ad: While your XRP sits on an exchange, the exchange holds the keys. In your own wallet, you do. We’ll show you how to get there, one step at a time.',
    'Ad: Never moved crypto before? Our guide is made for first-timers. One screen, one question, one thing to do. Then the next.',
    'Ad: An exchange is a good place to buy. To store XRP, many people prefer a wallet only they can open. Our guide helps you move yours there.',
    'Ad: Moving from an exchange to your own wallet takes a handful of small steps. We put them in order and stay with you until your XRP arrives.',
    'Ad: Which wallet is right for you? We list wallets that can hold XRP, explain what’s different about each, and walk you through the one you choose.',
  ],
  'destination-tag': [
    'Ad: A destination tag is a number that shows whose XRP it is. Some addresses need one. Our guide tells you before you press send.',
    'Ad: Sending XRP to an exchange without its tag can mean weeks of waiting on support. We’ll tell you if your address needs a tag.',
    'Ad: Tag, memo, or no tag at all? The withdrawal form asks, but no one explains. We do, in one plain sentence.',
    'Ad: Most personal wallets don’t need a destination tag. Most exchanges do. Not sure which one you have? Ask our guide.',
  ],
  'small-test-first': [
    'Ad: Before you send all your XRP, send a little. We’ll figure out how small your first test can be and watch for it on the XRP network.',
    'Ad: A test payment costs you one extra exchange fee and buys you a good night’s sleep. Our guide has you send one first and tells you when it arrives.',
    'Ad: “Your test has arrived.” Four words you’ll want to see before you move the rest of your XRP. Our guide waits for them with you.',
    'Ad: Two transfers instead of one: a small test first, then everything else. That’s how careful people move crypto, and how we guide you.',
  ],
  'address-check': [
    'Ad: Paste your address, and we’ll look it up on the XRP network. Does it exist? Does it need a tag? Does it belong to an exchange?',
    'Ad: If one letter in your address is wrong, the form may not notice. We check the address’s built-in checksum the moment you paste it.',
    'Ad: Not every address that starts with r is the one you meant. Our guide shows the whole address so you can compare each group of letters.',
    'Ad: A brand-new wallet needs to receive a minimum amount before it’s active. We look up today’s minimum and tell you.',
    'Ad: Some malware swaps the address you copied for another one. Our guide remembers which one you checked and warns you if it changes.',
  ],
  'recovery-words': [
    'Ad: No honest person asks for your recovery phrase, and we don’t either. If you paste it by mistake, our page catches it before it leaves your browser.',
    'Ad: Write your recovery phrase on paper. No photo, no cloud, no email. It’s the first thing our guide tells you about a new wallet.',
    'Ad: Anyone who has your recovery phrase can open your wallet from anywhere in the world. Keep it where only you can find it. We never want to see it.',
    'Ad: Lost your phone but still have your recovery phrase? Your XRP is still yours. Our guide helps you keep that phrase safe.',
  ],
  'fraud-awareness': [
    'Ad: Did a stranger offer to “help” with your wallet? Close the chat. Real support never messages you first and never asks for a password.',
    'Ad: Search results can lead to fake copies of an exchange’s site. We only send you to the official site, and we show you its web address first.',
    'Ad: Is someone on the phone telling you to move your crypto right now, to an address they gave you? Hang up. Then talk to someone you trust.',
    'Ad: We never hold your crypto, your keys, or your password. You move your XRP yourself. We just show you how.',
    'Ad: Remote-control apps have emptied many accounts. No honest helper needs to see your screen. We explain, and you do every step yourself.',
  ],
  'one-price': [
    `Ad: One guide, one price: ${guide}, paid once. No subscription, and no cut of your XRP.`,
    `Ad: ${guide} gets you a guide from your exchange to your wallet. Want market updates too? It’s ${both} with concierge.`,
    `Ad: What does it cost to move XRP? Our guide is ${guide}. Your exchange charges its own withdrawal fee, and we tell you roughly how much.`,
    `Ad: Changed your mind before your XRP arrives? You can get your ${guide} for the guide back. Just ask for a refund in your guide.`,
  ],
  'holds-and-waiting': [
    'Ad: New password, new device, or recent card payment? Exchanges often lock withdrawals for a day or more. We tell you up front so you can plan.',
    'Ad: The XRP network takes seconds. An exchange’s review can take hours. Our guide tells you which one you’re waiting for, so you can relax.',
    'Ad: If your exchange says “Pending,” you don’t need to press the button again. Our guide tells you how long the usual waits are.',
    'Ad: Bought with a bank transfer this week? Your exchange may hold your crypto until the money clears. We help you see it coming.',
  ],
  'plain-words': [
    'Ad: Large type, short sentences, nothing blinking. Our guide to moving XRP is made for people who don’t do this every day.',
    'Ad: Gas, memo, mainnet, seed? You don’t need to know the jargon. When we can’t avoid a word, our guide tells you what it means.',
    'Ad: Too much to read? Our chat can read its answers aloud. Moving XRP shouldn’t strain your eyes.',
    'Ad: Stop in the middle, have a coffee, come back tomorrow. Our guide saves your place, and nothing is sent unless you send it.',
  ],
  'no-account': [
    'Ad: You don’t need an account or an ID to use our guide. Just choose your exchange and your wallet, and you’re ready to go.',
    'Ad: We don’t ask how much you own. You can follow our guide without ever telling us an amount.',
    'Ad: Our service is read-only. It looks at the XRP network to see if your payment arrived. Only you can send.',
    'Ad: Just curious? The questions, the wallet list, and the address check are free for everyone. You only pay for the guide itself.',
  ],
  'after-arrival': [
    'Ad: When your XRP arrives, our page tells you, because it checks the XRP network itself. You get the transaction details to keep.',
    'Ad: Your XRP arrived. What now? You get a receipt for your files, a tip on keeping your notes safe, and no messages you didn’t ask for.',
    'Ad: No XRP in your wallet yet? Our guide knows the common reasons, from a paused withdrawal to a missing tag, and tells you who to ask.',
  ],
};
