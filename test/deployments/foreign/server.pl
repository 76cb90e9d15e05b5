#!/usr/bin/perl
# A fee and sale service, written from the API document alone, with the core modules of Perl. The first part of a path names
# bugs and choices, the second one a state of its own: /float-of-cents/1/v1/ch. Prices are in pricing-perl.yaml.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);
use Encode qw(decode encode);
use Errno qw(EAGAIN);
use IO::Compress::Gzip qw(gzip);
use IO::Select;
use IO::Socket::INET;
use JSON::PP ();
use MIME::Base64 qw(encode_base64url);
use Time::HiRes qw(time);

# Amounts are in units of 8 decimals, and fees of 12, as a rate has 4: integers.
use constant { DOLLAR => 10**8, CENT => 10**10 };
my %TOKENS = map {
  my $text = join '.', map { encode_base64url($_) } '{"alg":"HS256","typ":"JWT"}', qq({"sub":"$_","iat":1700000000});
  $_ => "$text." . encode_base64url(hmac_sha256($text, 'the secret of a test'))
} qw(one several);
my %NAMES = (alpha => '700100', beta => '700200');
my @STATES = unpack '(A2)*', 'ALAKAZARCACOCTDEFLGAHIIDILINIAKSKYLAMEMDMAMIMNMSMOMTNENVNHNJNMNYNCNDOHOKORPARISCSDTNTXUTVTVAWAWVWIWYDCASGUMPPRUMVIAAAEAPFMMHPW';
my %STATES = map { $_ => 1 } @STATES;
my %PROVINCES = map { $_ => 1 } qw(AB BC MB NB NL NS NT NU ON PE QC SK YT);
my %COUNTRIES = map { $_ => 1 } unpack '(A3)*', '004008010012016020024028031032036040044048050051052056060064068070072074076084086090092096100104108112116'
  . '120124132136140144148152156158162166170174175178180184188191192196203204208212214218222226231232233234238239242246248250254258260262'
  . '266268270275276288292296300304308312316320324328332334336340344348352356360364368372376380384388392398400404408410414417418422426428'
  . '430434438440442446450454458462466470474478480484492496498499500504508512516520524528531533534535540548554558562566570574578580581583'
  . '584585586591598600604608612616620624626630634638642643646652654659660662663666670674678682686688690694702703704705706710716724728729'
  . '732740744748752756760762764768772776780784788792795796798800804807818826831832833834840850854858860862876882887894';
my %TYPES = (
  (map { $_ => 'text' } qw(nicn region country processor cardToken mTxId sTxId authCode)),
  (map { $_ => 'number' } qw(amount totalAmount)),
  (map { $_ => 'texts' } qw(campaign data)),
);

# Later work of the single process: [when, what].
my @timers;
sub later { my ($seconds, $work) = @_; @timers = sort { $a->[0] <=> $b->[0] } @timers, [time + $seconds, $work]; }

sub refuse { my ($reason, $status) = @_; die { reason => $reason, status => $status // 422 }; }
sub is_text { my $value = shift; return defined $value && !ref $value }
sub is_number { my $value = shift; return ref $value eq 'Number' }

package Number;
# A number of a request: a text, without an exponent and without zeros at the end of its decimals.
use overload '""' => sub { ${ $_[0] } }, fallback => 1;
sub new {
  my ($class, $text) = @_;
  $text = big($text)->bstr if $text =~ /e/i;
  $text =~ s/\.?0+$// if $text =~ /\./;
  return bless \$text, $class;
}
sub big { require Math::BigFloat; return Math::BigFloat->new(shift) }
# In units; with more than 8 decimals no integer, and slow.
sub units {
  my ($whole, $part) = split /\./, ${ $_[0] };
  return length($part //= '') > 8 ? big(${ $_[0] }) * main::DOLLAR : 0 + ($whole . substr "${part}00000000", 0, 8);
}

package Json;
# The core module takes longer to read a body than all the rest of a call.
my %ESCAPES = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t", map { $_ => $_ } '"', '\\', '/');
sub decode {
  my ($body) = @_;
  local $_ = Encode::decode('UTF-8', $body, Encode::FB_CROAK);
  my $value = value(0);
  /\G[ \t\n\r]*\z/gc or die 'something follows the value';
  return $value;
}
sub value {
  my ($depth) = @_;
  die 'too deep' if $depth > 50;
  /\G[ \t\n\r]*/gc;
  return text($1) if /\G"((?:[^"\\\x00-\x1f]++|\\.)*+)"/gc;
  return Number->new($1) if /\G(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)/gc;
  return $1 eq 'null' ? undef : \"$1" if /\G(true|false|null)/gc;
  my ($is_object, $end) = /\G\{/gc ? (1, qr/[ \t\n\r]*\}/) : /\G\[/gc ? (0, qr/[ \t\n\r]*\]/) : die 'no value';
  my @items;
  until (/\G$end/gc) {
    /\G[ \t\n\r]*,/gc or die 'no comma' if @items;
    push @items, value($depth + 1);
    next if !$is_object;
    main::is_text($items[-1]) && /\G[ \t\n\r]*:/gc or die 'no name';
    push @items, value($depth + 1);
  }
  return $is_object ? {@items} : \@items;
}
sub text {
  my ($text) = @_;
  $text =~ s{\\(?:u(d[89ab]..)\\u(d[c-f]..)|u([0-9a-f]{4})|(.))}{
    $1 ? chr 0x10000 + (hex($1) - 0xd800) * 0x400 + hex($2) - 0xdc00 : $3 ? character(hex $3) : $ESCAPES{$4} // die 'no such escape'
  }gei;
  return $text;
}
sub character { my ($code) = @_; die 'half a pair' if $code >= 0xd800 && $code <= 0xdfff; return chr $code }

package Service;
# The service as it should be. A bug or a choice replaces some of its methods.
BEGIN { *refuse = \&main::refuse; *later = \&main::later; *is_text = \&main::is_text; *is_number = \&main::is_number; *time = \&Time::HiRes::time; *DOLLAR = \&main::DOLLAR; *CENT = \&main::CENT }

sub new { my $class = shift; return bless { transactions => {}, by_mtxid => {}, n => 0 }, $class }

# HTTP

sub fee_status { 200 }
sub sale_status { 200 }
sub media_type { 'application/json' }
sub crlf { "\r\n" }
sub further_headers { '' }
sub version { 'HTTP/1.1' }
sub closes { 0 }
sub length_of { my ($s, $bytes) = @_; return length $bytes }
sub wire {
  my ($s, $request, $status, $body, $close) = @_;
  my $type = $s->media_type($status);
  return $s->version . " $status Status\r\n" . ($type ? "Content-Type: $type\r\n" : '') . 'Content-Length: ' . $s->length_of($body) . "\r\n"
    . $s->further_headers($request) . ($close ? "Connection: close\r\n" : '') . "\r\n$body";
}
# The names of headers count in any case.
sub header { my ($s, $request, $name) = @_; return $request->{headers}{lc $name} }

sub answer {
  my ($s, $request, $reply) = @_;
  my $failed = sub {
    my $error = shift;
    ref $error eq 'HASH' ? $reply->($s->refusal($error->{status}, $error->{reason})) : $reply->(500, '{"error":"internal"}');
  };
  eval { $s->route($request, $reply, $failed); 1 } or $failed->($@);
}

sub route {
  my ($s, $request, $reply, $failed) = @_;
  refuse('not found', 404) if $request->{path} !~ m{^/v1/ch(/sale)?$}a;
  my $is_sale = defined $1;
  refuse('use POST', 405) if $request->{method} ne 'POST';
  my $merchant = $s->merchant($request);
  $s->check_headers($request);
  my $fields = $s->checked($s->parse($request->{body}), $is_sale);
  $is_sale ? $s->sale($merchant, $fields, $request, $reply) : $s->fee($merchant, $fields, $request, $reply, $failed);
}

sub merchant {
  my ($s, $request) = @_;
  my ($token) = ($s->header($request, 'Authorization') // '') =~ /^Bearer +(\S+)$/i or refuse('a token is required', 401);
  my ($merchant) = grep { $TOKENS{$_} eq $token } sort keys %TOKENS;
  return $merchant // refuse('the token is not valid', 401);
}
sub check_headers { }
sub parse {
  my ($s, $body) = @_;
  my $fields = eval { Json::decode($body) };
  refuse('the body is no JSON object', 400) if ref $fields ne 'HASH';
  return $fields;
}
sub nulls { 'refuse' }
sub checked {
  my ($s, $fields) = @_;
  for my $name (keys %$fields) {
    my $value = $fields->{$name};
    my $type = $TYPES{$name} or next;
    if (!defined $value && $s->nulls ne 'refuse') { delete $fields->{$name}; next }
    my $fits = $type eq 'text' ? is_text($value) : $type eq 'number' ? is_number($value) : ref $value eq 'ARRAY' && !grep { !is_text($_) } @$value;
    refuse("$name: expected $type") if !$fits;
  }
  return $fields;
}
sub refusal { my ($s, $status, $reason) = @_; return ($status, $s->write([error => $reason])) }

# JSON: pairs of a name and a value; a reference to a text is written as it is.
sub write {
  my ($s, $pairs) = @_;
  my @pairs = @$pairs;
  my @written;
  while (my ($name, $value) = splice @pairs, 0, 2) { push @written, $s->text($name) . ':' . (ref $value ? $$value : $s->text($value)) }
  return Encode::encode('UTF-8', '{' . join(',', @written) . '}');
}
sub text { my ($s, $text) = @_; $text =~ s/(["\\])/\\$1/g; $text =~ s/([\x00-\x1f])/sprintf '\u%04x', ord $1/ge; return qq("$text") }

# Fees

sub needs { qw(amount nicn region) }
sub complete { my ($s, $fields) = @_; return $fields }
sub amount_of { my ($s, $fields) = @_; return $fields->{amount}->units }

sub check {
  my ($s, $merchant, $fields) = @_;
  defined $fields->{$_} or refuse("$_ is required") for $s->needs;
  $s->check_nicn($fields->{nicn});
  for my $amount (grep { defined } @$fields{qw(amount totalAmount)}) {
    refuse('an amount is out of range') if $amount->units < 0 || $amount->units > 1_000_000 * DOLLAR;
  }
  refuse('amount is above totalAmount') if defined $fields->{totalAmount} && $fields->{totalAmount}->units < $fields->{amount}->units;
  $s->check_mtxid($fields->{mTxId});
  $s->region($fields->{country} // '840', $fields->{region});
  $s->processor($merchant, $fields);
}
sub check_nicn { my ($s, $nicn) = @_; refuse('nicn: expected 6 to 8 digits') if $nicn !~ /\A[0-9]{6,8}\z/ }
sub check_mtxid { my ($s, $mtxid) = @_; refuse('mTxId: expected 1 to 64 characters') if defined $mtxid && (!length $mtxid || length $mtxid > 64) }
sub check_country { my ($s, $country) = @_; refuse('country is unknown') if !$COUNTRIES{$country} }

# The state or province; undefined where it does not matter.
sub region {
  my ($s, $country, $region) = @_;
  $s->check_country($country);
  return $s->american($region) if $country eq '840';
  return $s->canadian($region) if $country eq '124';
  refuse('region is empty') if $region =~ /^\s*$/;
  return undef;
}
sub state_of_zip { my ($s, $zip) = @_; return $zip =~ /^06/ ? 'CT' : $zip =~ /^(01|02[0-7]|055)/ ? 'MA' : '' }
sub american {
  my ($s, $region) = @_;
  return $s->state_of_zip($1) if $region =~ /\A([0-9]{5})(-[0-9]{4})?\z/;
  return $1 if $region =~ /\A(?:US-)?([A-Z]{2})\z/ && $STATES{$1};
  refuse('region is unknown');
}
sub canadian {
  my ($s, $region) = @_;
  return $1 if $region =~ /\A(?:CA-)?([A-Z]{2})\z/ && $PROVINCES{$1};
  return $region =~ /^[GHJ]/ ? 'QC' : '' if $region =~ /\A[ABCEGHJ-NPRSTVXY][0-9][A-Z] ?[0-9][A-Z][0-9]\z/;
  refuse('region is unknown');
}
sub processor {
  my ($s, $merchant, $fields) = @_;
  my $given = $fields->{processor};
  return '700100' if !defined $given && $merchant eq 'one';
  refuse('processor is required') if !defined $given;
  my $mid = $s->find_processor($given) // '';
  refuse('processor is unknown') if !$mid || ($merchant eq 'one' && $mid ne '700100');
  return $mid;
}
sub find_processor { my ($s, $given) = @_; return $NAMES{$given} // (grep { $_ eq $given } values %NAMES)[0] }

sub price {
  my ($s, $merchant, $fields) = @_;
  my ($country, $mid) = ($fields->{country} // '840', $s->processor($merchant, $fields));
  my $state = $s->region($country, $fields->{region});
  return 0 if !$s->charged($country, $state // '');
  my $amount = $s->amount_of($fields);
  return $mid eq '700100' ? $s->interchange($amount, $fields) : $s->bands($amount);
}
sub charged { my ($s, $country, $state) = @_; return $country =~ /^(840|124)$/ && $state !~ /^(MA|CT|QC)$/ }
sub uncapped { my ($s, $amount, $nicn) = @_; return $amount * ($nicn =~ /^42424242/ ? 167 : $nicn =~ /^4/ ? 181 : 256) + 20 * CENT }
sub interchange {
  my ($s, $amount, $fields) = @_;
  my ($fee, $cap) = ($s->uncapped($amount, $fields->{nicn}), $amount * 400);
  return $fee > $cap ? $cap : $fee;
}
sub bands {
  my ($s, $amount) = @_;
  return 100 * CENT if $s->is_within($amount, 50);
  return $amount * 150 + 50 * CENT if $s->is_within($amount, 500);
  return $amount * 100 + 300 * CENT;
}
sub is_within { my ($s, $amount, $limit) = @_; return $amount <= $limit * DOLLAR }
# The fee in cents.
sub rounded { my ($s, $fee) = @_; return $s->half_up($fee, CENT) }
sub half_up { my ($s, $fee, $unit) = @_; $fee += $unit / 2; return 0 + (($fee - $fee % $unit) / $unit) }

# Transactions

sub new_stxid { return sprintf 'TX-%08x%08x', int rand 2**32, int rand 2**32 }
sub key { my ($s, $mtxid) = @_; return $mtxid }
sub sale_key { my ($s, $mtxid) = @_; return $s->key($mtxid) }
sub update_key { my ($s, $mtxid) = @_; return $s->key($mtxid) }
sub owner_key { my ($s, $merchant) = @_; return $merchant }
sub by_stxid {
  my ($s, $merchant, $stxid) = @_;
  my $found = $s->{transactions}{$stxid};
  return $found && $found->{merchant} eq $merchant ? $found : undef;
}
sub by_mtxid { my ($s, $merchant, $mtxid, $key) = @_; return $s->{by_mtxid}{$s->owner_key($merchant)}{$key} }
sub remember { my ($s, $merchant, $mtxid, $transaction) = @_; $s->{by_mtxid}{$s->owner_key($merchant)}{$s->key($mtxid)} //= $transaction }
sub open_one {
  my ($s, $merchant, $fields) = @_;
  my $transaction = { merchant => $merchant, sTxId => $s->new_stxid, n => ++$s->{n} };
  $s->{transactions}{$transaction->{sTxId}} = $transaction;
  return $transaction;
}
sub same_both { my ($s, $one, $other) = @_; return $one == $other }

sub find {
  my ($s, $merchant, $fields, $to_key) = @_;
  my ($stxid, $mtxid) = @$fields{qw(sTxId mTxId)};
  my $one = defined $stxid ? $s->by_stxid($merchant, $stxid) // $s->unknown_stxid : undef;
  my $other = defined $mtxid ? $s->by_mtxid($merchant, $mtxid, $s->$to_key($mtxid)) : undef;
  refuse('sTxId and mTxId are of two transactions', 409) if $one && $other && !$s->same_both($one, $other);
  return $one // $other;
}
sub unknown_stxid { refuse('there is no such transaction', 404) }
sub check_update { }
sub fee {
  my ($s, $merchant, $fields, $request, $reply) = @_;
  my $transaction = $s->find($merchant, $fields, 'update_key');
  my $is_update = defined $transaction;
  $fields = $s->complete($fields, $transaction, $merchant, $request);
  $s->check($merchant, $fields);
  $s->check_update($transaction, $fields) if $is_update;
  $transaction //= $s->open_one($merchant, $fields);
  $s->remember($merchant, $fields->{mTxId}, $transaction) if defined $fields->{mTxId};
  $s->store($transaction, $fields);
  my $fee = $s->rounded($s->price($merchant, $fields));
  $reply->($s->fee_status, $s->fee_answer($fee, $transaction, $is_update, $fields));
}
sub store { my ($s, $transaction, $fields) = @_; $transaction->{first} //= $fields; $transaction->{fields} = $fields }
sub fee_answer { my $s = shift; return $s->write($s->fee_pairs(@_)) }
sub fee_pairs {
  my ($s, $fee, $transaction) = @_;
  my $number = $s->number($fee);
  return [transactionFee => \$number, sTxId => $transaction->{sTxId}, message => 'ok'];
}
sub number { my ($s, $cents) = @_; return $cents / 100 }

sub after_sale { 'take' }
sub check_sale { }
sub sale {
  my ($s, $merchant, $fields, $request, $reply) = @_;
  refuse('sTxId or mTxId is required') if !defined $fields->{sTxId} && !defined $fields->{mTxId};
  $s->check_mtxid($fields->{mTxId});
  my $transaction = $s->find($merchant, $fields, 'sale_key') // refuse('there is no such transaction', 404);
  $s->check_sale($transaction, $fields);
  $s->remember($merchant, $fields->{mTxId}, $transaction) if defined $fields->{mTxId};
  $transaction->{sold} = 1;
  $reply->($s->sale_status, $s->sale_answer($transaction, $fields));
}
sub sale_answer { my ($s, $transaction, $fields) = @_; return $s->write([sTxId => $transaction->{sTxId}]) }

package main;

sub cached {
  my ($key) = @_;
  return price => sub {
    my ($s, $merchant, $fields) = @_;
    return $s->{cache}{$merchant}{$key->(%$fields)} //= Service::price(@_);
  };
}

# Waits before it goes on, as for a database: other requests are handled meanwhile.
sub waiting {
  my ($seconds, $before, $after) = @_;
  return fee => sub {
    my ($s, $merchant, $fields, $request, $reply, $failed) = @_;
    my @kept = $before->(@_);
    later($seconds, sub { eval { $after->($s, $merchant, $fields, $request, $reply, @kept); 1 } or $failed->($@) });
  };
}

sub standin {
  my ($stored) = @_;
  return complete => sub {
    my ($s, $fields, $transaction, $merchant) = @_;
    return $transaction ? { $stored->($transaction, $s, $merchant), %$fields } : $fields;
  };
}
sub stored { my ($transaction) = @_; return map { $_ => $transaction->{fields}{$_} } grep { !/TxId/ } keys %{ $transaction->{fields} } }

my %BUGS = (
  # Identifiers
  'mtxid-of-digits-loses-precision' => { key => sub { $_[1] =~ /^[0-9]{10,}$/ ? sprintf('%.9g', $_[1]) : $_[1] } },
  'mtxid-with-an-exponent' => { key => sub { $_[1] =~ /^([0-9]+)e([0-9])$/i ? $1 * 10**$2 : $_[1] } },
  'sale-without-zero' => { sale => sub { my ($s, $m, $f) = @_; delete $f->{mTxId} if !$f->{mTxId}; Service::sale(@_) } },
  'dashes-in-a-row' => { key => sub { $_[1] =~ s/-+/-/gr } },
  'sale-in-small-letters' => { sale_key => sub { lc $_[1] } },
  'update-cuts-leading-zeros' => { update_key => sub { $_[1] =~ s/^0+(?=.)//r } },
  'compared-as-numbers' => { same_both => sub { no warnings 'numeric'; ($_[1]{fields}{mTxId} // '') == ($_[2]{fields}{mTxId} // '') } },
  'stxid-by-ten-characters' => {
    new_stxid => sub { sprintf 'TX-%07d%08x', ($_[0]{n} + 1) / 3, int rand 2**32 },
    by_stxid => sub {
      my ($s, $merchant, $stxid) = @_;
      my ($found) = grep { index($_, substr $stxid, 0, 10) == 0 } sort keys %{ $s->{transactions} };
      return $found && $s->{transactions}{$found}{merchant} eq $merchant ? $s->{transactions}{$found} : undef;
    } },
  'stxid-from-the-clock' => { new_stxid => sub { sprintf 'TX-%d', time * 200 } },
  'stxid-that-looks-like-a-number' => {
    new_stxid => sub { sprintf '%08x', int rand 2**32 },
    text => sub { $_[1] =~ /^[1-9][0-9]{7}$/ ? $_[1] : Service::text(@_) } },
  'sale-of-the-latest' => {
    sale => sub { local $_[0]{sells} = 1; Service::sale(@_) },
    by_mtxid => sub {
      my ($s, $merchant) = @_;
      my $found = Service::by_mtxid(@_);
      return $found && $s->{sells} ? (sort { $b->{n} <=> $a->{n} } grep { $_->{merchant} eq $merchant } values %{ $s->{transactions} })[0] : $found;
    } },
  'mtxid-is-a-pattern' => { by_mtxid => sub {
    my ($s, $merchant, $mtxid) = @_;
    my ($found) = grep { /^$mtxid$/ } sort keys %{ $s->{by_mtxid}{$merchant} };
    return defined $found ? $s->{by_mtxid}{$merchant}{$found} : undef;
  } },
  'stxids-of-all-merchants' => { by_stxid => sub { $_[0]{transactions}{$_[2]} } },
  'index-of-the-last-merchant' => { merchant => sub {
    my $merchant = Service::merchant(@_);
    $_[0]{by_mtxid} = {} if ($_[0]{last} // $merchant) ne $merchant;
    return $_[0]{last} = $merchant;
  } },
  'another-card-opens-another' => { fee => sub {
    my ($s, $merchant, $fields) = @_;
    my $found = $s->find($merchant, $fields, 'update_key');
    delete @$fields{qw(sTxId mTxId)} if $found && $found->{fields}{nicn} ne ($fields->{nicn} // '');
    Service::fee(@_);
  } },
  # Spellings
  'one-line-of-the-body' => { parse => sub { Service::parse($_[0], $_[1] =~ /\A([^\n]*\S[^\n]*)/ ? $1 : '') } },
  'no-tabs' => { parse => sub { Service::refuse('the body is no JSON object', 400) if $_[1] =~ /\t/; Service::parse(@_) } },
  'names-as-they-are-written' => { parse => sub {
    my $fields = Service::parse(@_);
    return { map { $_ => $fields->{$_} } grep { $_[1] =~ /"\Q$_\E"/ } keys %$fields };
  } },
  'nicn-before-region' => { parse => sub { my ($s, $body) = @_; my $f = Service::parse(@_); delete $f->{region} if $body =~ /"region".*"nicn"/s; $f } },
  'x-requested-with-as-in-the-document' => { check_headers => sub { Service::refuse('X-Requested-With is required', 400) if $_[1]{raw} !~ /^X-Requested-With:/m } },
  # Prices
  'cents-as-written' => { amount_of => sub { my ($d, $c) = split /\./, "$_[1]{amount}"; $d * DOLLAR + ($c // 0) * DOLLAR / 100 } },
  'float-of-cents' => { amount_of => sub { int("$_[1]{amount}" * 100) * DOLLAR / 100 } },
  'sixteen-bits-of-cents' => { amount_of => sub { (int("$_[1]{amount}" * 100 + 0.5) & 0xffff) * DOLLAR / 100 } },
  'limit-is-above-the-band' => { is_within => sub { $_[1] < $_[2] * DOLLAR } },
  'bands-add-up' => { bands => sub {
    my ($s, $amount) = @_;
    return 100 * CENT if $amount <= 50 * DOLLAR;
    return 150 * CENT + ($amount - 50 * DOLLAR) * 150 if $amount <= 500 * DOLLAR;
    return 1125 * CENT + ($amount - 500 * DOLLAR) * 100;
  } },
  'half-to-even' => { rounded => sub { my ($s, $fee) = @_; my $cents = Service::rounded(@_); $fee % CENT == CENT / 2 && $cents % 2 ? $cents - 1 : $cents } },
  'rounded-twice' => { rounded => sub { my ($s, $fee) = @_; Service::rounded($s, $s->half_up($fee, CENT / 10) * CENT / 10) } },
  'no-cap-in-updates' => { fee => sub { local $_[0]{update} = $_[0]->find($_[1], $_[2], 'update_key'); Service::fee(@_) },
    interchange => sub { my ($s, $amount, $fields) = @_; $s->{update} ? $s->uncapped($amount, $fields->{nicn}) : Service::interchange(@_) } },
  'zip-is-a-number' => { state_of_zip => sub { Service::state_of_zip($_[0], 0 + $_[1]) } },
  'postal-codes-have-no-province' => { canadian => sub { my $state = Service::canadian(@_); $_[1] =~ /[0-9]/ ? '' : $state } },
  # Caches and state
  'cache-by-whole-dollars' => { cached(sub { my %f = @_; join ' ', int "$f{amount}", map { $f{$_} // '' } qw(nicn region country processor) }) },
  'cache-without-country' => { cached(sub { my %f = @_; join ' ', map { $f{$_} // '' } qw(amount nicn region processor) }) },
  'cache-by-six-digits' => { cached(sub { my %f = @_; join ' ', substr($f{nicn}, 0, 6), map { $f{$_} // '' } qw(amount region country processor) }) },
  'country-of-the-last-call' => {
    complete => sub {
      my ($s, $fields, $transaction, $merchant) = @_;
      $s->{country}{$merchant} = $fields->{country} if $COUNTRIES{ $fields->{country} // '' };
      return { country => $s->{country}{$merchant} // '840', %$fields };
    },
    canadian => sub { eval { Service::american(@_) } // Service::canadian(@_) } },
  'processor-of-the-connection' => { complete => sub {
    my ($s, $fields, $transaction, $merchant, $request) = @_;
    $request->{connection}{processor} = $fields->{processor} if defined $fields->{processor};
    return $merchant eq 'several' && !defined $fields->{processor} && $request->{connection}{processor} ? { %$fields, processor => $request->{connection}{processor} } : $fields;
  } },
  # At the same time
  'one-slot-for-the-amount' => { waiting(0.005, sub { $_[0]{slot} = $_[2]{amount} }, sub { my ($s, $m, $f, @more) = @_; Service::fee($s, $m, { %$f, defined $f->{amount} ? (amount => $s->{slot}) : () }, @more) }) },
  'number-read-then-written' => {
    waiting(0.003, sub { $_[0]{counter} // 1000 }, sub { my $number = pop; $_[0]{counter} = $number + 1; $_[0]{next} = $number; Service::fee(@_) }),
    new_stxid => sub { "TX-$_[0]{next}" } },
  'lock-is-kept-after-a-refusal' => { fee => sub {
    my ($s, $merchant, $fields) = @_;
    my $found = $s->find($merchant, $fields, 'update_key');
    Service::refuse('the transaction is locked', 423) if $found && $found->{locked};
    $found->{locked} = 1 if $found;
    Service::fee(@_);
    delete $found->{locked} if $found;
  } },
  'two-updates-lock-each-other' => { fee => sub {
    my ($s, $merchant, $fields, @more) = @_;
    my $found = $s->find($merchant, $fields, 'update_key') or return Service::fee(@_);
    return if $found->{busy};
    $found->{busy} = 1;
    Service::later(0.02, sub { delete $found->{busy}; eval { Service::fee($s, $merchant, $fields, @more); 1 } or $more[2]->($@) });
  } },
  'replies-change-places' => { answer => sub {
    my ($s, $request, $reply) = @_;
    Service::answer($s, $request, sub {
      my @answer = @_;
      my $other = delete $s->{held};
      if ($other) { $other->[1]->(@answer); $reply->(@{ $other->[0] }); return }
      my $mine = $s->{held} = [\@answer, $reply];
      Service::later(0.001, sub { if (($s->{held} // 0) == $mine) { delete $s->{held}; $reply->(@answer) } });
    });
  } },
  'sale-beside-an-update-fails' => { waiting(0.004, sub { my $t = $_[0]->find(@_[1, 2], 'update_key'); $t->{open} = 1 if $t; $t }, sub { my $t = pop; Service::fee(@_, undef); delete $t->{open} if $t }),
    check_sale => sub { die 'database is locked' if $_[1]{open} } },
  # Refusals and signs
  'refused-sales-keep-a-handle' => { answer => sub {
    my ($s, $request, $reply) = @_;
    return $reply->(500, '{"error":"too many open files"}') if ($s->{handles} // 0) > 20;
    Service::answer($s, $request, sub { $s->{handles}++ if $_[0] == 404 && $request->{path} =~ /sale/; $reply->(@_) });
  } },
  'conflict-at-first-sight' => { check => sub {
    my ($s, $merchant, $fields) = @_;
    Service::check(@_);
    Service::refuse('try again', 409) if $fields->{amount} =~ /\./ && !$s->{seen}{"$fields->{amount}"}++;
  } },
  'sale-doubles-apostrophes' => { sale_key => sub { $_[1] =~ s/(['&<])/$1$1/gr } },
  'sale-takes-plus-for-a-space' => { sale_key => sub { $_[1] =~ tr/+/ /r } },
  'sale-in-latin-1' => { sale_key => sub { encode('UTF-8', $_[1]) } },
  'authcode-of-32-bytes' => { check_sale => sub { Service::refuse('authCode is too long') if length encode('UTF-8', $_[2]{authCode} // '') > 32 } },
  'no-authcode-of-zero' => { check_sale => sub { Service::refuse('authCode is empty') if exists $_[2]{authCode} && !$_[2]{authCode} } },
  # Too loose
  'any-two-letters' => { american => sub { $_[1] =~ /\A(?:US-)?([A-Z]{2})\z/ ? $1 : Service::american(@_) } },
  'processor-by-its-beginning' => { find_processor => sub { my $given = $_[1]; my ($name) = grep { length $given && index($_, $given) == 0 } sort keys %NAMES; $name ? $NAMES{$name} : Service::find_processor(@_) } },
  'digits-of-any-script' => { check_nicn => sub { Service::refuse('nicn') if $_[1] !~ /\A\d{6,8}\z/ } },
  'spaces-in-a-nicn' => { check_nicn => sub { Service::check_nicn($_[0], $_[1] =~ s/[ -]//gr) } },
  'country-as-a-number' => { check_country => sub { no warnings 'numeric'; Service::check_country($_[0], sprintf '%03d', $_[1]) }, region => sub { no warnings 'numeric'; $_[0]->check_country($_[1]); Service::region($_[0], sprintf('%03d', $_[1]), $_[2]) } },
  'amounts-as-texts' => { checked => sub { my ($s, $f) = @_; for (qw(amount totalAmount)) { $f->{$_} = Number->new(0 + $f->{$_}) if ($f->{$_} // '') =~ /^[0-9.]+$/ && is_text($f->{$_}) } Service::checked(@_) } },
  'unsigned-tokens' => { merchant => sub {
    my ($s, $request) = @_;
    my ($payload) = ($s->header($request, 'Authorization') // '') =~ /^Bearer +[^.]+\.([^.]+)\./i or Service::refuse('a token is required', 401);
    my ($merchant) = grep { (split /\./, $TOKENS{$_})[1] eq $payload } keys %TOKENS;
    return $merchant // Service::refuse('the token is not valid', 401);
  } },
  # Partial updates
  'partial-update-of-the-first-call' => { standin(sub { my ($t) = @_; map { $_ => $t->{first}{$_} } grep { !/TxId/ } keys %{ $t->{first} } }) },
  'partial-update-adds-up' => { standin(sub { my ($t) = @_; my %f = stored($t); (%f, amount => Number->new(2 * "$f{amount}")) }) },
  # Answers
  'fee-is-a-text-in-updates' => { fee_pairs => sub { my $pairs = Service::fee_pairs(@_); $pairs->[1] = ${ $pairs->[1] } if $_[3]; $pairs } },
  'updated-is-the-message' => { fee_pairs => sub { my $pairs = Service::fee_pairs(@_); $pairs->[5] = 'updated' if $_[3]; $pairs } },
  'sale-in-a-list' => { sale_answer => sub { '[' . Service::sale_answer(@_) . ']' } },
  'wrapped-without-message' => { fee_answer => sub { my $pairs = Service::fee_pairs(@_); '{"result":' . $_[0]->write([@$pairs[0 .. 3]]) . '}' } },
  'length-in-characters' => { length_of => sub { length decode('UTF-8', my $copy = $_[1]) },
    fee_pairs => sub { [@{ Service::fee_pairs(@_) }, map { ($_ => "@{ $_[4]{$_} }") } grep { $_[4]{$_} } qw(campaign data)] },
    sale_answer => sub { $_[0]->write([sTxId => $_[1]{sTxId}, defined $_[2]{authCode} ? (authCode => $_[2]{authCode}) : ()]) } },
  'every-tenth-fee-is-null' => { fee_pairs => sub { my $pairs = Service::fee_pairs(@_); $pairs->[1] = \'null' if ++$_[0]{calls} % 10 == 0; $pairs } },
);

# So many calls a second.
sub limited {
  my ($most) = @_;
  return answer => sub {
    my ($s, $request, $reply) = @_;
    return Service::answer(@_) if ++$s->{count}{ int time } <= $most;
    $s->{wait} = 1;
    $reply->(429, '{"error":"too many requests"}');
  }, further_headers => sub { delete $_[0]{wait} ? "Retry-After: 1\r\n" : '' };
}

my %CHOICES = (
  'none' => {},
  'sale-created' => { sale_status => sub { 201 } },
  'accepted' => { fee_status => sub { 202 } },
  'chunked' => { wire => sub {
    my ($s, $request, $status, $body, $close) = @_;
    return "HTTP/1.1 $status OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" . join('', map { sprintf "%x\r\n%s\r\n", length, $_ } unpack '(a7)*', $body) . "0\r\n\r\n";
  } },
  'http-1.0' => { version => sub { 'HTTP/1.0' }, closes => sub { 1 } },
  'closes-now-and-then' => { closes => sub { ++$_[1]{connection}{count} % 15 == 0 } },
  'headers-in-small-letters' => { wire => sub { my $text = Service::wire(@_); my ($head, $body) = split /\r\n\r\n/, $text, 2; $head =~ s/^(\S+):/\L$1:/gm; "$head\r\n\r\n$body" } },
  'charset' => { media_type => sub { 'application/json; charset=UTF-8' } },
  'two-decimals' => { number => sub { sprintf '%.2f', $_[1] / 100 } },
  'exponents' => { number => sub { $_[1] =~ /^(.+?)(0*)$/; $_[1] ? sprintf '%se%+d', $1, length($2) - 2 : '0e0' } },
  'other-order' => { fee_pairs => sub { my @p = @{ Service::fee_pairs(@_) }; [@p[4, 5, 2, 3, 0, 1]] } },
  'nested-fields' => { fee_pairs => sub { [@{ Service::fee_pairs(@_) }, transaction => \'{"sTxId":"x","transactionFee":"0.00","message":"none"}', errors => \'[]'] } },
  'escaped-answers' => { text => sub { '"' . join('', map { sprintf '\u%04x', ord } split //, $_[1]) . '"' } },
  'refusals-as-text' => { refusal => sub { ($_[1], "Error: $_[2]\n") }, media_type => sub { $_[1] < 300 ? 'application/json' : 'text/plain' } },
  'refusals-as-page' => { refusal => sub { ($_[1], "<!doctype html><title>$_[1]</title><p>$_[2]") }, media_type => sub { $_[1] < 300 ? 'application/json' : 'text/html' } },
  'refusals-as-list' => { refusal => sub { ($_[1], '[' . $_[0]->write([detail => $_[2]]) . ']') } },
  'refusals-are-empty' => { refusal => sub { ($_[1], '') }, media_type => sub { $_[1] < 300 ? 'application/json' : '' } },
  'refusals-with-200' => { refusal => sub { (200, $_[0]->write([message => $_[2]])) } },
  'stxid-counts' => { new_stxid => sub { 100000 + $_[0]{n} } },
  'stxid-with-signs' => { new_stxid => sub { sprintf 'urn:tx/%08x+%08x=?&%%2F', rand 2**32, rand 2**32 } },
  'stxid-long' => { new_stxid => sub { join '', map { sprintf '%08x', rand 2**32 } 1 .. 25 } },
  'stxid-of-any-script' => { new_stxid => sub { sprintf "\x{e9}\x{4fa1}-%08x%08x", rand 2**32, rand 2**32 } },
  'changes-are-refused' => { check_update => sub { my ($s, $t, $f) = @_; for (qw(nicn region processor country)) { Service::refuse("$_ cannot change", 409) if ($t->{fields}{$_} // '') ne ($f->{$_} // '') } } },
  'sold-is-closed' => { check_update => sub { Service::refuse('it is sold', 409) if $_[1]{sold} }, check_sale => sub { Service::refuse('it is sold', 409) if $_[1]{sold} } },
  'sold-is-forgotten' => { check_sale => sub { my ($s, $t) = @_; Service::refuse('there is no such transaction', 404) if $t->{sold} }, check_update => sub { Service::refuse('there is no such transaction', 404) if $_[1]{sold} }, },
  'twelve-updates' => { check_update => sub { Service::refuse('too many updates', 409) if ++$_[1]{updates} > 12 } },
  'partial-updates' => { standin(\&stored) },
  'partial-updates-by-stxid-alone' => { complete => sub { my ($s, $f, $t) = @_; $t && defined $f->{sTxId} && !defined $f->{mTxId} ? { stored($t), %$f } : $f } },
  'unknown-fields-are-refused' => { checked => sub { my ($s, $f, $is_sale) = @_; for (keys %$f) { Service::refuse("$_ is unknown") if !$TYPES{$_} || ($is_sale && !/^(sTxId|mTxId|authCode)$/) } Service::checked(@_) } },
  'nulls-are-absent' => { nulls => sub { 'absent' } },
  'space-around' => { checked => sub { my ($s, $f) = @_; for (qw(nicn region processor country mTxId)) { $f->{$_} =~ s/^\s+|\s+$//g if is_text($f->{$_}) } Service::checked(@_) } },
  'newline-after-nicn' => { check_nicn => sub { Service::refuse('nicn') if $_[1] !~ /^[0-9]{6,8}$/ } },
  'small-letters-in-regions' => { region => sub { Service::region(@_[0, 1], uc $_[2]) } },
  'names-in-any-case' => { find_processor => sub { Service::find_processor($_[0], lc $_[1]) } },
  'home-only' => { check_country => sub { Service::refuse('country is not served') if $_[1] ne '840' } },
  'limited-rate' => { limited(300) },
  'slow' => { answer => sub { my @call = @_; Service::later(0.03, sub { Service::answer(@call) }) } },
  'idle-connections-close' => { closes => sub {
    my $c = $_[1]{connection};
    my $count = ++$c->{count};
    later(0.4, sub { drop($c) if !$c->{gone} && !$c->{busy} && $c->{count} == $count });
    return 0;
  } },
  'gzip' => { wire => sub {
    my ($s, $request, $status, $body, $close) = @_;
    return Service::wire(@_) if ($s->header($request, 'Accept-Encoding') // '') !~ /gzip/;
    gzip(\$body, \my $packed);
    $s->{packed} = 1;
    return Service::wire($s, $request, $status, $packed, $close);
  }, further_headers => sub { delete $_[0]{packed} ? "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n" : '' } },
  'early-hints' => { wire => sub { "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n" . Service::wire(@_) } },
  'cookies' => { further_headers => sub { "Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\nX-Powered-By: Perl\r\n" } },
  'redirects' => { route => sub {
    my ($s, $request, $reply, @more) = @_;
    if ($request->{path} =~ m{^/v1/}) { $s->{to} = $request->{base} . '/new' . $request->{path}; return $reply->(307, '') }
    Service::route($s, { %$request, path => $request->{path} =~ s{^/new}{}r }, $reply, @more);
  }, further_headers => sub { my $to = delete $_[0]{to}; $to ? "Location: $to\r\n" : '' } },
  'space-around-json' => { write => sub { " \n" . Service::write(@_) . "\r\n\t" } },
  'short-mtxids' => { check_mtxid => sub { Service::refuse('mTxId') if defined $_[1] && $_[1] !~ /\A[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?\z/ } },
  'whole-cents' => { check => sub { for (grep { defined } @{ $_[2] }{qw(amount totalAmount)}) { Service::refuse('whole cents') if "$_" !~ /^[0-9]+(\.[0-9]{1,2})?$/ || "$_" == 0 } Service::check(@_) } },
  'mtxid-of-a-sold-one-is-free' => { by_mtxid => sub { my $t = Service::by_mtxid(@_); $t && $t->{sold} ? undef : $t }, remember => sub { my ($s, $merchant, $mtxid, $t) = @_; $s->{by_mtxid}{$merchant}{$mtxid} = $t } },
  'one-after-another' => { answer => sub {
    my ($s, $request, $reply) = @_;
    push @{ $s->{queue} }, [$request, $reply];
    return if @{ $s->{queue} } > 1;
    my $next; $next = sub {
      my ($request, $reply) = @{ $s->{queue}[0] };
      Service::later(0.001, sub { Service::answer($s, $request, sub { $reply->(@_); shift @{ $s->{queue} }; $next->() if @{ $s->{queue} } }) });
    };
    $next->();
  } },
);

my %services;
sub service {
  my ($names, $run) = @_;
  return $services{"$names $run"} //= do {
    (my $package = "Variant::$names") =~ tr/a-z0-9:/_/c;
    no strict 'refs';
    if (!@{"${package}::ISA"}) {
      @{"${package}::ISA"} = ('Service');
      for my $name (split /,/, $names) {
        my %parts = %{ $BUGS{$name} // $CHOICES{$name} // die "no such variant: $name" };
        *{"${package}::$_"} = $parts{$_} for keys %parts;
      }
    }
    $package->new;
  };
}

# The loop: one process, connections without blocking, one request of each at a time.
my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 128, ReuseAddr => 1) or die "cannot listen: $!";
$listener->blocking(0);
my $select = IO::Select->new($listener, \*STDIN);
my $writing = IO::Select->new;
my %connections;

sub drop { my $c = shift; $select->remove($c->{socket}); $writing->remove($c->{socket}); delete $connections{ fileno $c->{socket} }; close $c->{socket}; $c->{gone} = 1 }

sub flush {
  my $c = shift;
  my $sent = syswrite $c->{socket}, $c->{out};
  return $! == EAGAIN ? $writing->add($c->{socket}) : drop($c) if !defined $sent;
  substr $c->{out}, 0, $sent, '';
  return $writing->add($c->{socket}) if length $c->{out};
  $writing->remove($c->{socket});
  return drop($c) if $c->{closing};
  take($c) if !$c->{busy};
}

# The next whole request of a connection.
sub take {
  my $c = shift;
  return if $c->{busy} || $c->{closing} || $c->{in} !~ /\r?\n\r?\n/;
  my ($head, $rest) = ($`, $');
  my ($first, @lines) = split /\r?\n/, $head;
  my ($method, $target) = split / /, $first // '';
  my %headers = map { my ($name, $value) = split /:\s*/, $_, 2; (lc $name => ($value // '') =~ s/\s+$//r) } @lines;
  my $length = $headers{'content-length'} // 0;
  my ($names, $run, $path) = ($target // '') =~ m{^/([^/]+)/([^/]+)(/[^?]*)};
  my $service = $names ? eval { service($names, $run) } : undef;
  my $request = { method => $method, path => $path, headers => \%headers, raw => $head, connection => $c, base => "/$names/$run" };
  my $is_large = $length =~ /\D/ || $length > 1 << 20 || exists $headers{'transfer-encoding'};
  return if !$is_large && length $rest < $length;
  $request->{body} = substr $rest, 0, $is_large ? 0 : $length, '';
  $c->{in} = $rest;
  $c->{busy} = 1;
  my $done;
  my $reply = sub {
    my ($status, $body) = @_;
    return if $c->{gone} || $done++;
    my $close = $is_large || lc($headers{connection} // '') eq 'close' || $service->closes($request);
    $c->{out} .= $service->wire($request, $status, $body, $close);
    @$c{qw(busy closing)} = (0, $close);
    flush($c);
  };
  return drop($c) if !$service;
  return $reply->(413, '{"error":"too large"}') if $is_large;
  $service->answer($request, $reply);
}

$| = 1;
$SIG{PIPE} = 'IGNORE';
print JSON::PP->new->encode({ port => $listener->sockport, tokens => \%TOKENS, bugs => [sort keys %BUGS], choices => [sort keys %CHOICES] }), "\n";

while (1) {
  my $wait = @timers ? $timers[0][0] - time : 1;
  my ($readable, $writable) = IO::Select->select($select, $writing, undef, $wait < 0 ? 0 : $wait);
  for my $socket (@{ $readable // [] }) {
    if ($socket == $listener) {
      while (my $new = $listener->accept) {
        $new->blocking(0);
        setsockopt $new, Socket::IPPROTO_TCP(), Socket::TCP_NODELAY(), 1;
        $connections{ fileno $new } = { socket => $new, in => '', out => '' };
        $select->add($new);
      }
    } elsif ($socket == \*STDIN) {
      # Ends with the process that started it.
      exit 0 if !sysread STDIN, my $ignored, 100;
    } elsif (my $c = $connections{ fileno $socket }) {
      my $got = sysread $socket, $c->{in}, 1 << 16, length $c->{in};
      if ($got || (!defined $got && $! == EAGAIN)) { take($c) } else { drop($c) }
    }
  }
  for my $socket (@{ $writable // [] }) { my $c = $connections{ fileno($socket) // -1 }; flush($c) if $c }
  (shift @timers)->[1]->() while @timers && $timers[0][0] <= time;
}
