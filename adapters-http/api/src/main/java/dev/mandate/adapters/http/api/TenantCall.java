package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.custody.AccountView;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.IdempotencyKey;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.journal.RequestKey;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import dev.mandate.ports.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;

/**
 * A call of one tenant on one network.
 *
 * @param dialect of the call's path
 * @param place the tenant's service on the network, or the problems of the headers that choose the network
 */
record TenantCall(Call call, Dialect dialect, Caller caller, Either<Array<Problem>, ServedNetwork> place) {

    private static final long KEPT_SECONDS = 86_400;

    /** A tenant's service on a network. */
    record ServedNetwork(Network network, TenantService service) {}

    TenantService service() {
        return known().service();
    }

    Custody custody() {
        return service().custody();
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
