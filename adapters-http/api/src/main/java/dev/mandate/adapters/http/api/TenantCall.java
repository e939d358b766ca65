package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.ListedSigner;
import dev.mandate.adapters.http.codec.PolicySigners;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.KeyStandIn;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.api.refusal.AuthorityFailures;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A call of one tenant on one network.
 *
 * @param place the tenant's service on the network, or the problems of the headers that choose the network
 */
public record TenantCall(Call call, Caller caller, Either<Array<Problem>, ServedNetwork> place) {

    private static final long KEPT_SECONDS = 86_400;

    /**
     * A tenant's services on a network.
     *
     * @param email none if no mail can be sent
     * @param keys none if no key is held here
     */
    public record ServedNetwork(
            Network network, TenantService service, Option<EmailAuthorities> email, Option<AuthorityKeys> keys) {}

    /** The tenant's service on the network. */
    public TenantService service() {
        return known().service();
    }

    /** The custody of the tenant's accounts on the network. */
    public Custody custody() {
        return service();
    }

    /** Sign-in by e-mail, if it is offered. */
    Either<Failure, EmailAuthorities> email() {
        return known().email()
                .toEither(() -> Failure.of(ErrorCode.NOT_OFFERED, "This server sends no mail, so nobody signs in by e-mail."));
    }

    /** Reads authorities' keys, if any key is held here. */
    Either<Failure, AuthorityKeys> keys() {
        return known().keys().toEither(() -> Failure.of(ErrorCode.NOT_OFFERED, "This server holds no keys of signers."));
    }

    /** Managed signers for secp256k1 keys. */
    interface SignerKeys {
        Either<Failure, Address> of(Secp256k1PublicKey key, IntentFormat format);
    }

    /** Signers of an account that the request creates. */
    SignerKeys boundForGood() {
        return (key, format) -> service().signerOf(key, format).mapLeft(TenantFailures::vault);
    }

    /** Signers that the caller may submit or not. */
    SignerKeys boundForBuild(Option<Address> account) {
        return (key, format) -> service().signerForBuild(account, key, format).mapLeft(BuildFailures::of);
    }

    /**
     * The request with the signers that it lists, to each secp256k1 key of which a managed signer is bound. A key is made only if {@code judge}
     * accepts the request with another address in its place, and never in a dry run.
     */
    <R, V> Either<Failure, R> withSigners(
            Array<ListedSigner> listed,
            SignerKeys made,
            Function<Array<Signer>, Either<Failure, R>> request,
            Function<R, Either<Failure, V>> judge) {
        return signers(listed, this::boundOrStoodFor).flatMap(known -> {
            boolean makesKeys = !call.query().flag("dry_run")
                    && listed.zip(known).exists(signer -> signer._1 instanceof ListedSigner.OfSecp256k1
                            && service().authorityOf(signer._2.address()).isEmpty());
            Either<Failure, R> asked = request.apply(known);
            return makesKeys
                    ? asked.flatMap(judge)
                            .flatMap(fine -> signers(listed, made))
                            .flatMap(request)
                    : asked;
        });
    }

    private Either<Failure, Array<Signer>> signers(Array<ListedSigner> listed, SignerKeys managed) {
        return Either.sequenceRight(listed.map(entry -> switch (entry) {
                    case ListedSigner.OfAddress(Signer signer) -> Either.<Failure, Signer>right(signer);
                    case ListedSigner.OfSecp256k1(var key, var format, var permissions) -> keys()
                            .flatMap(keys -> keys.secp256k1OfHex(key.text())
                                    .mapLeft(malformed -> Failure.at(
                                            key.field(), ErrorCode.BAD_PUBLIC_KEY, malformed.detail())))
                            .flatMap(parsed -> managed.of(parsed, format))
                            .map(address -> new Signer(address, permissions));
                }))
                .map(Array::ofAll);
    }

    private Either<Failure, Address> boundOrStoodFor(Secp256k1PublicKey key, IntentFormat format) {
        return Either.right(service()
                .boundSigner(key, format)
                .getOrElse(() -> KeyStandIn.of("signer " + format + " " + key, service()::canSign)));
    }

    PolicySigners policySigners(AccountView view) {
        return PolicySigners.in(view.settings().roster(), service().policySigners(view.ref().address()));
    }

    /** Who enforces filters. The chain is read only if the engine may have voters in the account. */
    Either<Failure, PolicySigners.Enforcement> enforcement(Address account) {
        return service().policySigners(account).isEmpty()
                ? Either.right(PolicySigners.NONE.enforcement())
                : account(account).map(view -> policySigners(view).enforcement());
    }

    Failure failure(AuthorityRefusal refusal) {
        return AuthorityFailures.of(refusal, call.at());
    }

    /** Only a {@link RequestReader} without problems reaches this. */
    private ServedNetwork known() {
        return place.getOrElseThrow(() -> new IllegalStateException("a call goes on whose headers name no network"));
    }

    Either<Failure, AccountView> account(Address address) {
        return custody().account(address).mapLeft(BuildFailures::of);
    }

    /** Identifies a repetition by API key, method and path, so that one key may serve different calls. */
    Retry named(IdempotencyKey key) {
        return new Retry.Named(new RequestKey(scope(), key.text()), digest(), call.at().plusSeconds(KEPT_SECONDS));
    }

    private String scope() {
        return caller.line() + ":" + Bytes.of(Sha256.of(call.request().method() + " " + call.request().path()).toArray()).toHex();
    }

    /** The query is not part of the digest. A query can only prevent the effect of such a call, and then nothing is stored. */
    private Bytes32 digest() {
        byte[] body = call.request().body() instanceof Body.Complete complete
                ? complete.bytes().toArray()
                : new byte[0];
        return Sha256.of((known().network() + "\n").getBytes(StandardCharsets.UTF_8), body);
    }
}
