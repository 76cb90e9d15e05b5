/** The tab of the API reference: Swagger UI of the mock in a frame of the same origin. */
import { useStore } from '../store.ts';

export function Reference() {
  const { api } = useStore();
  const { href } = new URL('_tollgate/reference/', api.base);

  return (
    <div class="reference">
      <div class="bar">
        <h2>API reference</h2>
        <p class="muted grow">Send requests from here: they appear among the exchanges.</p>
        <a href={href} target="_blank" rel="noopener">
          Open on a page of its own
        </a>
      </div>
      <iframe title="API reference" src={href} />
    </div>
  );
}
