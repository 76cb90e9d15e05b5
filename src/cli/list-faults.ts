/** What can go wrong on purpose, and with which calls, as the help shows it. */

export function listFaults(): string {
  return `A fault, for --fault '[CONDITIONS: ]FAULT' and for the header Tollgate-Fault: FAULT of a request:
  latency=MS;jitter=MS        the answer comes later; alone, or beside one of these
  status=CODE;retry-after=S   a refusal, and the call is not carried out; 429 alone says status=429
  reset, hang                 no answer; with =after the call is carried out all the same
  truncated, malformed, empty, slow-body=BYTES_PER_SECOND   the call is carried out
Its conditions, all of which have to fit; without any every call fits:
  path=PATH, merchant=NAME, amount=USD, body.FIELD=VALUE, every=N, times=N, probability=0.1`;
}
