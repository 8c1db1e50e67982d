/** The icon of the page in a browser tab. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f2430"/><g fill="none" stroke-width="3" stroke-linecap="round"><path d="M7 10h12" stroke="#5cc8ff"/><path d="M13 16h12" stroke="#f0a6ff"/><path d="M7 22h9" stroke="#8ce99a"/></g></svg>`;
