// Runs before the page's code, which takes its bridge when it is loaded. Without it the page would use that of the browser host.
window.orderglass = {
  call: () => Promise.reject(new Error('No component is rendered.')),
  cancel: () => {},
  subscribe: () => () => {},
};
