import type { Page } from '@playwright/test';

/** Makes the answers that the host puts into the page unreadable, so that the page requests them. */
export async function spoilFirstAnswers(app: Page): Promise<void> {
  await app.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('id="first-answers">[', 'id="first-answers">[0,');
      await route.fulfill({ response, body });
    },
  );
}
