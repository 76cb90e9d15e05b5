/** Starts the console in its page. */
import { render } from 'preact';
import { App } from './app.tsx';
import { createStore, StoreContext } from './store.ts';

const place = document.querySelector('#console');
if (place !== null) {
  // The script stands at _tollgate/console/main.js below the address of the mock, one of its worlds, or the proxy.
  const store = createStore(new URL('../..', import.meta.url));
  render(
    <StoreContext.Provider value={store}>
      <App />
    </StoreContext.Provider>,
    place,
  );
  store.start();
}
