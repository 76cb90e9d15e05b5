/** Runs in the browser: shows the contract of the mock, with requests that are ready to send. */
/* global SwaggerUIBundle */

const FEE = ['/v1/ch', 'post'];
const SALE = ['/v1/ch/sale', 'post'];

const place = document.querySelector('#reference');

/** Swagger UI is dark where the root element has this class. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const answer = await fetch(place.dataset.contract);
const contract = await answer.json();
// The address that the browser knows, since the Content-Security-Policy allows no other and a proxy may change it.
contract.servers = [
  { url: new URL('../..', import.meta.url).href.replace(/\/$/, ''), description: 'This mock' },
];

const [path, method] = SALE;
const { examples } = contract.paths[path][method].requestBody.content['application/json'];
const example = examples['by-stxid'].value;
let offered = example.sTxId;

const ui = SwaggerUIBundle({
  domNode: place,
  spec: contract,
  docExpansion: 'full',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  deepLinking: true,
  validatorUrl: null,
  responseInterceptor: (response) => {
    const sTxId = response.url.endsWith(FEE[0]) ? readStxid(response.text) : undefined;
    if (sTxId !== undefined) offerSale(sTxId);

    return response;
  },
  onComplete: () => {
    const { token } = place.dataset;
    if (token !== undefined) ui.preauthorizeApiKey('merchantToken', token);
    const look = () => {
      if (!hasRequests()) return;
      place.setAttribute('aria-busy', 'false');
      stop();
    };
    const stop = ui.getStore().subscribe(look);
    look();
  },
});

/** Swagger UI fills in headers and bodies a moment after it has drawn the requests. */
function hasRequests() {
  const { oas3Selectors, specSelectors } = ui.getSystem();

  return [FEE, SALE].every(
    (operation) =>
      oas3Selectors.requestBodyValue(...operation) && specSelectors.parameterValues(operation).size > 0,
  );
}

/** Writes the sTxId of the last fee call into the body of the sale. */
function offerSale(sTxId) {
  const { oas3Actions, oas3Selectors } = ui.getSystem();
  const written = oas3Selectors.requestBodyValue(...SALE) ?? JSON.stringify(example, undefined, 2);
  const value = written.replaceAll(example.sTxId, sTxId).replaceAll(offered, sTxId);
  offered = sTxId;
  oas3Actions.setRequestBodyValue({ value, pathMethod: SALE });
}

/** A fault may truncate the response, and a choice may change it. */
function readStxid(text) {
  try {
    const { sTxId } = JSON.parse(text);

    return typeof sTxId === 'string' && sTxId !== '' ? sTxId : undefined;
  } catch {
    return undefined;
  }
}
