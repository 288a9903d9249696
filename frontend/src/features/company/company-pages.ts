import { AboutPage } from './about-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { RefundsPage } from './refunds-page.tsx';
import { TermsPage } from './terms-page.tsx';

/**
 * The pages about the company. They load as one chunk, because each page is small and links to the
 * others.
 */
export const companyPages = { about: AboutPage, privacy: PrivacyPage, terms: TermsPage, refunds: RefundsPage };
