/** Of the machine that the page is shown on: its keys have other names there. */
export const isMac = /^mac/i.test(navigator.platform);
