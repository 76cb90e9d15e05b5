/** The one thing that needs a script: copying a command. Without it the page lacks nothing but the buttons. */

export const SCRIPT: string = `
for (const button of document.querySelectorAll('.command button')) {
  const text = button.parentElement.querySelector('pre');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;
