/** Runs in the browser: shows the contract of the mock that this page came from, with requests ready to send. */
/* global SwaggerUIBundle */

const FEE = ['/v1/ch', 'post'];
const SALE = ['/v1/ch/sale', 'post'];

const place = document.querySelector('#reference');

/** Swagger UI looks at a class of the root element, browsers and systems at this preference. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const answer = await fetch(place.dataset.contract);
const contract = await answer.json();
// By which this page was reached, and so what it may ask, whatever stands between it and the mock.
contract.servers = [
  { url: new URL('.', document.baseURI).href.replace(/\/$/, ''), description: 'This mock' },
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

/** Headers and bodies come into the requests a moment after they are shown: until then there is nothing to send. */
function hasRequests() {
  const { oas3Selectors, specSelectors } = ui.getSystem();

  return [FEE, SALE].every(
    (operation) =>
      oas3Selectors.requestBodyValue(...operation) && specSelectors.parameterValues(operation).size > 0,
  );
}

/** Names the transaction that was just priced in the sale below, in place of the example's or the one before. */
function offerSale(sTxId) {
  const { oas3Actions, oas3Selectors } = ui.getSystem();
  const written = oas3Selectors.requestBodyValue(...SALE) ?? JSON.stringify(example, undefined, 2);
  const value = written.replaceAll(example.sTxId, sTxId).replaceAll(offered, sTxId);
  offered = sTxId;
  oas3Actions.setRequestBodyValue({ value, pathMethod: SALE });
}

/** A mock can be told to answer in other ways, and to cut its answers off. */
function readStxid(text) {
  try {
    const { sTxId } = JSON.parse(text);

    return typeof sTxId === 'string' && sTxId !== '' ? sTxId : undefined;
  } catch {
    return undefined;
  }
}
