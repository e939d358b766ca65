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
 * @param dialect of the path on which it came
 * @param place where it is at home; or what is wrong with the headers that say so, to be told with what else is wrong
 */
record TenantCall(Call call, Dialect dialect, Caller caller, Either<Array<Problem>, Place> place) {

    private static final long KEPT_SECONDS = 86_400;

    /** A tenant's tenant service on a network. */
    record Place(Network network, TenantService service) {}

    TenantService service() {
        return known().service();
    }

    Custody custody() {
        return service().custody();
    }

    /** Nobody gets here but by a {@link Reading} that found nothing wrong. */
    private Place known() {
        return place.getOrElseThrow(() -> new IllegalStateException("a call goes on whose headers name no network"));
    }

    Either<Failure, AccountView> account(Address address) {
        return custody().account(address).mapLeft(BuildFailures::of);
    }

    /** A repetition under {@code key} is known by what it asks: per API key, method and path, so that a key may serve different calls. */
    Retry named(IdempotencyKey key) {
        return new Retry.Named(new RequestKey(scope(), key.text()), digest(), call.at().plusSeconds(KEPT_SECONDS));
    }

    private String scope() {
        return caller.line() + ":" + Bytes.of(Sha256.of(call.request().method() + " " + call.request().path()).toArray()).toHex();
    }

    /** The query has no part in it: all that it could ask of a call with an effect is to have none, and then nothing is kept. */
    private Bytes32 digest() {
        byte[] body = call.request().body() instanceof Body.Complete complete
                ? complete.bytes().toArray()
                : new byte[0];
        return Sha256.of((known().network() + "\n").getBytes(StandardCharsets.UTF_8), body);
    }
}
